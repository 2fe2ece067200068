import KeywayCore

/// How long a text of an action may be, and what may stand in it, as in a site file.
enum QuickActionText {
  case type, title, subtitle, iconName

  /// In bytes of UTF-8.
  static let longest = 255

  /// What is wrong with the text, in words that follow its key; nil when nothing is.
  func problem(of text: String) -> String? {
    if text.isEmpty { return self == .subtitle ? nil : "is empty" }
    guard text.utf8.count <= Self.longest else {
      return "has \(text.utf8.count) bytes of UTF-8; at most \(Self.longest) are allowed"
    }
    let allowsLineFeed = self == .title || self == .subtitle
    let isClean = text.unicodeScalars.allSatisfy {
      allowsLineFeed && $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    if isClean { return nil }
    return "has a control character" + (allowsLineFeed ? " other than a line feed" : "")
  }
}
