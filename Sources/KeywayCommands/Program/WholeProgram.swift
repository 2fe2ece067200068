internal import Glibc
import KeywayService

/// The program that has all that this one leaves out so that it starts fast, beside this one.
struct WholeProgram {
  static let name = "keywayd"

  /// Thrown before anything was decided, where a command needs what this program lacks.
  struct Needed: Error {
    /// What cannot be done without it, as a sentence that its name goes on with.
    let purpose: String
  }

  /// Runs it in this process's place, with the same arguments. Returns only when it cannot.
  static func run(for needed: Needed) -> ServiceError {
    let path = folder + "/" + name
    guard unsafe access(path, X_OK) == 0 else {
      return ServiceError(
        .unavailable, "\(needed.purpose) \(name), and there is none at \(path)")
    }
    _ = unsafe execv(path, CommandLine.unsafeArgv)
    return ServiceError(.unavailable, "\(path) could not be run")
  }

  /// Where this program is.
  private static var folder: String {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "." }
    defer { unsafe free(path) }
    let program = unsafe String(cString: path)
    guard let slash = program.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return String(program[..<slash])
  }
}
