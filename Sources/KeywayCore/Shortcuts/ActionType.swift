/// The `type` of an action: free text of 1 to 255 UTF-8 bytes without control characters,
/// compared byte for byte.
package struct ActionType: Hashable, Sendable, Comparable {
  package let text: String

  /// Nil unless `text` has 1 to 255 bytes and none of them is a control character.
  package init?(_ text: String) {
    guard (1...255).contains(text.utf8.count), !text.hasControlCharacter else { return nil }
    self.text = text
  }

  /// For text that was checked when it was stored.
  package init(trusted text: String) {
    self.text = text
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Whether a C0 or C1 control character or DEL stands in the text.
  package var hasControlCharacter: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
