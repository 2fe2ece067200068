/// A QR code as dark and light modules, without its quiet zone.
package struct QRCode: Hashable, Sendable {
  /// How much of a code may be lost or dirty; raw values stand in command lines.
  package enum Level: String, Sendable, CaseIterable {
    /// About 7, 15, 25 and 30 % of it.
    case low = "L"
    case medium = "M"
    case quartile = "Q"
    case high = "H"
  }

  /// Modules of a side, 21 to 177.
  package let width: Int
  private let modules: [Bool]

  /// The light modules that have to be around a code on each side (ISO/IEC 18004, section 9.1).
  package static var quietZone: Int { 4 }

  /// Takes modules row by row, true for dark; nil when they are no square of a code's size
  /// (ISO/IEC 18004: 17 and 4 more for each version, of which there are 40).
  package init?(width: Int, modules: [Bool]) {
    guard (21...177).contains(width), width % 4 == 1, modules.count == width * width else {
      return nil
    }
    self.width = width
    self.modules = modules
  }

  /// Whether the module is dark; what is outside of the code is light.
  package func isDark(row: Int, column: Int) -> Bool {
    guard 0..<width ~= row, 0..<width ~= column else { return false }
    return modules[row * width + column]
  }
}
