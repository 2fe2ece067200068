/// The texts of an item in other languages than the one that its own title and subtitle are in.
package struct Localizations: Hashable, Sendable {
  /// The texts in one language.
  package struct Texts: Hashable, Sendable {
    /// The line beneath the title.
    package enum Subtitle: Hashable, Sendable {
      /// What a less special language says, or the item itself.
      case fallback
      /// This text; nil for no line at all.
      case text(String?)
    }

    /// Nil for what a less special language says, or the item itself.
    package var title: String?
    package var subtitle: Subtitle

    package init(title: String? = nil, subtitle: Subtitle = .fallback) {
      self.title = title
      self.subtitle = subtitle
    }
  }

  package struct Entry: Hashable, Sendable {
    /// As it was written; well-formed.
    package let language: String
    package let texts: Texts

    package init(language: String, texts: Texts) {
      self.language = language
      self.texts = texts
    }
  }

  /// In the order of the tags' bytes; no two tags differ in case only.
  package let entries: [Entry]

  /// Nil when two languages differ in case only, since they are the same (RFC 5646, section 2.1.1).
  package init?(_ entries: [Entry]) {
    self.entries = entries.sorted {
      $0.language.utf8.lexicographicallyPrecedes($1.language.utf8)
    }
    guard Set(entries.map { $0.language.lowercased() }).count == entries.count else { return nil }
  }

  private init() { entries = [] }

  package static let none = Localizations()

  package var isEmpty: Bool { entries.isEmpty }

  /// Title and subtitle in a language, each by itself in the nearest that has it: `pt-BR`, then
  /// `pt`, then `title` and `subtitle` (RFC 4647, section 3.4).
  ///
  /// - Parameter language: nil when none is known.
  package func texts(
    in language: String?, title: String, subtitle: String?
  ) -> (title: String, subtitle: String?) {
    var found: (title: String?, subtitle: Texts.Subtitle) = (nil, .fallback)
    guard let language, !isEmpty else { return (title, subtitle) }
    for tag in LanguageTag.range(of: language) {
      guard let texts = entries.first(where: { $0.language.lowercased() == tag })?.texts else {
        continue
      }
      found.title = found.title ?? texts.title
      if found.subtitle == .fallback { found.subtitle = texts.subtitle }
    }
    if case .text(let text) = found.subtitle { return (found.title ?? title, text) }
    return (found.title ?? title, subtitle)
  }
}
