import KeywayCore
import KeywayService

/// A device and the version of its set that it has.
struct Acknowledgement: Hashable, Sendable {
  let device: Device.ID
  let version: Int64
  /// The line that it stood on, or nil for an argument.
  let line: Int?

  /// - Throws: ``ServiceError`` `invalid`, naming the line, when the texts are no id and no version.
  init(device: String, version: String, line: Int?) throws(ServiceError) {
    self.line = line
    let place = line.map { "line \($0): " } ?? ""
    guard let device = Device.ID(device) else {
      throw ServiceError(.invalid, "\(place)\(SafeText.quoted(device)) is not the id of a device")
    }
    guard let number = Int64(version), number > 0, version.utf8.first != UInt8(ascii: "+") else {
      throw ServiceError(.invalid, "\(place)\(SafeText.quoted(version)) is not a version of a set")
    }
    self.device = device
    self.version = number
  }

  /// Reads `device version`, divided by spaces or tabs; nil for a blank line.
  init?(_ line: LineReader.Line) throws(ServiceError) {
    guard let text = String(validating: line.bytes, as: UTF8.self) else {
      throw ServiceError(.invalid, "line \(line.number): is not UTF-8")
    }
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    if words.isEmpty { return nil }
    guard words.count == 2 else {
      throw ServiceError(.invalid, "line \(line.number): is not a device and a version")
    }
    try self.init(device: String(words[0]), version: String(words[1]), line: line.number)
  }
}
