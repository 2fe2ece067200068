import KeywayCore
import KeywayService

/// JSON Lines of `{"device":"p1","version":3}`.
struct AcknowledgementLines: Sendable {
  private(set) var versions: [(device: Device.ID, version: Int64)] = []
  /// On which line each stood, counted from 1.
  private(set) var numbers: [Int] = []

  /// Blank lines are skipped.
  ///
  /// - Throws: 400, naming the first line that is wrong.
  init(_ bytes: [UInt8]) throws(Problem) {
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      versions.append(try Self.read(Array(line), number))
      numbers.append(number)
    }
  }

  static func problem(
    _ status: Int, _ code: String, line: Int, path: String, _ message: String
  ) -> Problem {
    let error = RegistryProblem(path: path, message: message, line: line)
    var problem = Problem(status, code, error.description)
    problem.extensions["errors"] = .array([.object(error.members)])
    return problem
  }

  private static func read(
    _ line: [UInt8], _ number: Int
  ) throws(Problem) -> (device: Device.ID, version: Int64) {
    func wrong(_ path: String, _ message: String) -> Problem {
      problem(400, "invalid", line: number, path: path, message)
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: line.span)
    } catch {
      throw wrong("column \(error.column)", error.message)
    }
    guard case .object(let object) = value else { throw wrong("", "is not an object") }
    for member in object.members where member.key != "device" && member.key != "version" {
      throw wrong(SafeWords.quoted(member.key), "unknown field")
    }
    guard case .string(let text)? = object["device"], let device = Device.ID(text) else {
      throw wrong("device", "is not the id of a device")
    }
    guard let version = object["version"]?.wholeNumber, version > 0 else {
      throw wrong("version", "is not a version of a set")
    }
    return (device, version)
  }
}
