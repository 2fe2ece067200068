internal import Glibc
import KeywayCore

/// The file in which simulated locks note what they were told, a line of JSON for each command.
struct SimulatorJournal {
  let path: String

  /// Adds a line durably; false when that fails.
  ///
  /// - Parameter reached: whether the command came to the lock, or only as far as one that is
  ///   offline.
  func add(_ command: LockCommand, at now: Timestamp, uptime: Duration, reached: Bool) -> Bool {
    var line = CanonicalJSON.bytes(
      of: .object([
        "command": .string(command.id.text), "door": .string(command.door.text),
        "verb": .string(command.verb.rawValue), "at": .string(now.rfc3339),
        "deadline": .string(command.deadline.rfc3339), "reached": .bool(reached),
        "uptime": .integer(
          uptime.components.seconds * 1_000
            + uptime.components.attoseconds / 1_000_000_000_000_000),
      ]))
    line.append(0x0A)
    let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let count = unsafe line.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    return count == line.count
  }

  /// How many commands were meant for the door's lock.
  func count(of door: Door.ID) -> Int { lines(of: door).count }

  /// What the door's lock was told last, or nil.
  func lastVerb(of door: Door.ID) -> LockCommand.Verb? {
    lines(of: door).last { $0["reached"] == .bool(true) }
      .flatMap { line in
        guard case .string(let verb)? = line["verb"] else { return nil }
        return LockCommand.Verb(rawValue: verb)
      }
  }

  private func lines(of door: Door.ID) -> [JSONObject] {
    read().split(separator: 0x0A).compactMap { line in
      guard case .object(let object)? = try? JSONValue(parsing: Array(line).span),
        object["door"] == .string(door.text)
      else { return nil }
      return object
    }
  }

  private func read() -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(file, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
