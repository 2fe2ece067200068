/// How many columns of a terminal text takes.
enum DisplayWidth {
  /// Counted character by character, so that an emoji sequence is as wide as one emoji.
  static func of(_ text: some StringProtocol) -> Int {
    var width = 0
    for character in text { width += of(character) }
    return width
  }

  private static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    var sum = 0
    for scalar in character.unicodeScalars {
      // A joiner or the emoji selector makes the whole cluster one picture.
      if sum > 0, scalar.value == 0x200D || scalar.value == 0xFE0F { return 2 }
      sum += of(scalar)
    }
    let isPicture = character.unicodeScalars.first?.properties.isEmojiPresentation ?? false
    return isPicture ? min(sum, 2) : sum
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    // Vowels and finals of Hangul are drawn into the syllable.
    if 0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return isWide(scalar) ? 2 : 1
  }

  /// Unicode Standard Annex 11, East_Asian_Width W and F; emoji are asked for by their property.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F: true
    case 0x303F: false
    case 0x2E80...0x303E, 0x3040...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF: true
    case 0x20000...0x2FFFD, 0x30000...0x3FFFD: true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
