/// Text from elsewhere, made harmless for a terminal.
enum SafeText {
  /// The text with control characters, escapes, invisible and direction characters as `\u{..}`.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The escaped text between single quotes, cut after 80 characters.
  static func quoted(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(80)
    let isWhole = start.endIndex == text.unicodeScalars.endIndex
    return "'\(escaped(String(start)))\(isWhole ? "" : "...")'"
  }

  /// Joiners stay: emoji and several scripts need them. Arabic number signs are visible.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: return false
    case 0x200C, 0x200D, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2: return false
    case 0x115F, 0x1160, 0x3164, 0xFFA0: return true  // Hangul fillers: letters that show nothing
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: return true
    default: return false
    }
  }
}
