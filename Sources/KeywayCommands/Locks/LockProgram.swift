internal import Glibc
import KeywayService

/// The program that has all lock drivers, beside this one.
struct LockProgram {
  static let name = "keywayd"

  /// Thrown before anything was decided, where a lock needs a driver that this program lacks.
  struct Needed: Error {
    let driver: String
  }

  /// Runs it in this process's place, with the same arguments. Returns only when it cannot.
  static func run() -> ServiceError {
    let path = folder + "/" + name
    guard unsafe access(path, X_OK) == 0 else {
      return ServiceError(
        .unavailable,
        "the door's lock needs a driver that is in \(name), and there is none at \(path)")
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

extension KeywayContext {
  /// Makes sure that the locks' drivers are here, before anything is decided.
  ///
  /// - Throws: ``LockProgram/Needed`` where another program has them.
  func require(_ drivers: Set<String>) throws {
    guard !equipment.isWhole, let driver = drivers.first(where: { equipment.drivers[$0] == nil })
    else { return }
    throw LockProgram.Needed(driver: driver)
  }
}
