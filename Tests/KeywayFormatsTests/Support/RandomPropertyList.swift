import KeywayCore

@testable import KeywayFormats

/// Values of every type, with texts that markup could be taken for.
enum RandomPropertyList {
  static func value(depth: Int = 4, using dice: inout SeededGenerator) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &dice) {
    case 0: return .boolean(.random(using: &dice))
    case 1:
      return .integer(Int64(bitPattern: dice.next()) >> Int64.random(in: 0..<64, using: &dice))
    case 2: return .real(real(using: &dice))
    case 3:
      return .date(
        Timestamp(milliseconds: .random(in: 0...253_402_300_799, using: &dice) * 1000))
    case 4:
      let count = Int.random(in: 0..<100, using: &dice)
      return .data((0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) })
    case 5, 6: return .string(text(using: &dice))
    case 7:
      let count = Int.random(in: 0..<5, using: &dice)
      return .array((0..<count).map { _ in value(depth: depth - 1, using: &dice) })
    default:
      var dictionary = PropertyListDictionary()
      for _ in 0..<Int.random(in: 0..<20, using: &dice) {
        _ = dictionary.append(text(using: &dice), value(depth: depth - 2, using: &dice))
      }
      return .dictionary(dictionary)
    }
  }

  static func real(using dice: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: return Double(Int.random(in: -5...5, using: &dice))
    case 1: return Double(Int.random(in: -1000...1000, using: &dice)) / 8
    default:
      while true {
        let number = Double(bitPattern: dice.next())
        if number.isFinite { return number }
      }
    }
  }

  /// Up to 10,000 characters that XML can hold. None begins with a byte-order mark, which Apple's
  /// readers take away.
  static func text(using dice: inout SeededGenerator) -> String {
    let pieces = [
      "a", "\"", "'", "</x>", "]]>", "\n", "\r", "\r\n", "\t", "\u{202E}", "\u{200F}", "👩‍👩‍👧", "&amp;",
      "&", "<![CDATA[", "<!--", "鍵", "é", "e\u{301}", "x\u{FEFF}", "\u{85}", "\u{7F}", " ", "\\",
      "\\U0041",
      ";", "=", "//", "/*", "$(X)", "\u{1F511}", "\u{2028}", "%@", "{", "}",
    ]
    let most = Int.random(in: 0..<100, using: &dice) == 0 ? 10_000 : 12
    return (0..<Int.random(in: 0..<most, using: &dice)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &dice)]
    }.joined()
  }
}
