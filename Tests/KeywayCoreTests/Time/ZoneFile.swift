import Foundation

/// The machine's own zone files, and small ones made for a test.
enum ZoneFile {
  static let directory = "/usr/share/zoneinfo/"
  static var isInstalled: Bool { FileManager.default.fileExists(atPath: directory + "Asia/Tokyo") }

  static let names = [
    "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Africa/Casablanca", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Europe/Dublin", "Asia/Tehran",
    "America/St_Johns", "Pacific/Chatham", "America/Nuuk", "Asia/Gaza", "Africa/Monrovia",
    "Asia/Jerusalem", "Antarctica/Troll", "Etc/GMT+5", "UTC",
  ]

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: directory + name)))
  }

  /// A version 3 file without transitions whose footer says everything.
  static func footer(_ text: String) -> [UInt8] {
    block(version: 0x33) + block(version: 0x33) + Array("\n\(text)\n".utf8)
  }

  /// A header and a block with one type, UTC, and no transitions.
  static func block(version: UInt8) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count: UInt8 in [0, 0, 0, 0, 1, 4] { bytes += [0, 0, 0, count] }
    return bytes + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
  }
}
