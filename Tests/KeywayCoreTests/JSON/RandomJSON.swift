import KeywayCore

/// Values with every kind of string, number and nesting that the reader gives back unchanged.
enum RandomJSON {
  static func value(
    depth: Int = 4, using generator: inout some RandomNumberGenerator
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2:
      let limit: Int64 = 1 << Int64.random(in: 1...53, using: &generator) - 1
      return .integer(.random(in: -limit...limit, using: &generator))
    case 3: return .real(real(using: &generator))
    case 4: return .string(string(using: &generator))
    case 5:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in value(depth: depth - 1, using: &generator) })
    default:
      var object = JSONObject()
      let most = Int.random(in: 0..<20, using: &generator) == 0 ? 24 : 5
      for _ in 0..<Int.random(in: 0..<most, using: &generator) {
        object[string(using: &generator)] = value(depth: depth - 2, using: &generator)
      }
      return .object(object)
    }
  }

  /// Any finite double whose canonical form is not a whole number that is too large to read.
  static func real(using generator: inout some RandomNumberGenerator) -> Double {
    while true {
      let value = Double(bitPattern: generator.next())
      if value.isFinite, value.magnitude < 0x1p53 || value.magnitude >= 1e21 { return value }
    }
  }

  static func string(using generator: inout some RandomNumberGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x61...0x66, 0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x80...0x7FF, 0xE000...0xFFFF,
      0x800...0xD7FF, 0x10000...0x10FFFF, 0x300...0x310,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<9, using: &generator) {
      let range = ranges[Int.random(in: 0..<ranges.count, using: &generator)]
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
