import Glibc
import Testing

/// Programs that are not ours.
///
/// They are run by the C library: Foundation reads past the end of a buffer in the child, which the
/// address sanitizer takes ill.
enum Program {
  struct Run {
    /// 0 when the program says that all went well.
    let status: Int32
    let output: String
  }

  static func run(_ path: String, _ arguments: [String], in folder: String = "/") throws -> Run {
    let words = ([path] + arguments).map(quoted).joined(separator: " ")
    let pipe = try #require(popen("cd \(quoted(folder)) && exec \(words) 2>/dev/null", "re"))
    var output: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&part, 1, part.count, pipe)
      guard count > 0 else { break }
      output += part[..<count]
    }
    return Run(status: pclose(pipe), output: String(decoding: output, as: UTF8.self))
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
