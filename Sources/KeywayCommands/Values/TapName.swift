import KeywayCore

/// What a sender calls a tap: the alphabet of ids and `.`, 1 to 128 bytes.
struct TapName: Hashable, Sendable {
  let text: String

  /// Nil unless the text follows the grammar.
  init?(_ text: String) {
    let bytes = text.utf8
    guard (1...128).contains(bytes.count), let first = bytes.first,
      IdentifierByte.canStart(first),
      bytes.allSatisfy({ IdentifierByte.canContinue($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    self.text = text
  }
}

extension ValueSyntax where Value == TapName {
  static var tapName: Self {
    Self("TAP", print: { $0.text }) { (text) throws(ValueError) in
      guard let name = TapName(text) else {
        throw ValueError(
          "is not the id of a tap: 1 to 128 letters, digits, hyphens, underscores and dots, the "
            + "first a letter or digit")
      }
      return name
    }
  }
}
