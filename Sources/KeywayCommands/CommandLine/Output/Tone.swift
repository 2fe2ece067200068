/// The colour of a word such as granted or denied; never the only bearer of a meaning.
enum Tone: Hashable, Sendable {
  case plain, good, bad, caution

  /// The text between the escapes that colour it (ECMA-48, select graphic rendition).
  func painted(_ text: String, colour: Bool) -> String {
    guard colour, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private var code: Int? {
    switch self {
    case .plain: nil
    case .good: 32
    case .bad: 31
    case .caution: 33
    }
  }
}
