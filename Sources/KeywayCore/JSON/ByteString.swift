/// A string that is equal to another when their UTF-8 bytes are, not when they look alike.
struct ByteString: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: Self, right: Self) -> Bool {
    let (left, right) = (left.text.utf8, right.text.utf8)
    guard left.count == right.count else { return false }
    let leftBytes = left.span
    let rightBytes = right.span
    for index in leftBytes.indices where leftBytes[index] != rightBytes[index] { return false }
    return true
  }

  func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hasher.combine(0xFF as UInt8)
  }
}
