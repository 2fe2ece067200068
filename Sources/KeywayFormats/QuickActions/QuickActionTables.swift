import KeywayCore

/// Puts the texts of actions in other languages into tables, by the text that they replace.
struct QuickActionTables {
  private struct Table {
    let language: String
    var table = StringsTable()
    /// What each text becomes, and whose it is; no text for what has no translation.
    var claims: [[UInt8]: (action: String, field: String, text: String?)] = [:]
  }

  private var all: [Table]
  private(set) var problems: [QuickActionsExportError.Problem] = []

  /// Tags that differ in case only are one language.
  init(languagesOf actions: [Action]) {
    var seen: Set<String> = []
    all = actions.flatMap { $0.localizations.entries.map(\.language) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .filter { seen.insert($0.lowercased()).inserted }
      .map { Table(language: $0) }
  }

  var tables: [(language: String, table: StringsTable)] {
    all.filter { !$0.table.entries.isEmpty }.map { ($0.language, $0.table) }
  }

  mutating func add(_ action: Action) {
    for place in all.indices {
      let language = all[place].language.lowercased()
      let texts = action.localizations.entries.first { $0.language.lowercased() == language }?.texts
      claim(place, action, "title", key: action.title, text: texts?.title)
      addSubtitle(place, action, texts?.subtitle ?? .fallback)
    }
  }

  private mutating func addSubtitle(
    _ place: Int, _ action: Action, _ subtitle: Localizations.Texts.Subtitle
  ) {
    switch (subtitle, action.subtitle) {
    case (.fallback, nil): break
    case (.fallback, let key?): claim(place, action, "subtitle", key: key, text: nil)
    case (.text, nil):
      report(place, action, "subtitle", "there is no subtitle that the translation could replace")
    case (.text, ""?):
      report(place, action, "subtitle", "an empty subtitle has no translation on a phone")
    case (.text(nil), _?):
      report(place, action, "subtitle", "a translation cannot take a subtitle away")
    case (.text(let text?), let key?): claim(place, action, "subtitle", key: key, text: text)
    }
  }

  private mutating func claim(
    _ place: Int, _ action: Action, _ field: String, key: String, text: String?
  ) {
    if key.isEmpty { return }
    let bytes = Array(key.utf8)
    if let other = all[place].claims[bytes] {
      let isSame = text.map { text in other.text.map { $0.utf8.elementsEqual(text.utf8) } ?? false }
      guard !(isSame ?? (other.text == nil)) else { return }
      report(
        place, action, field,
        "'\(key)' is also the \(other.field) of '\(other.action)', which is translated otherwise; "
          + "a table has one translation for both")
      return
    }
    all[place].claims[bytes] = (action.type.text, field, text)
    if let text { _ = all[place].table.append(key, text) }
  }

  private mutating func report(
    _ place: Int, _ action: Action, _ field: String, _ message: String
  ) {
    problems.append(
      .init(
        action: action.type.text, field: "localizations.\(all[place].language).\(field)",
        message: message))
  }
}
