package import KeywayCore

/// The static quick actions of an Info.plist, as they were read.
package struct QuickActionsFile: Sendable {
  /// How a file is to be read.
  package struct Options: Hashable, Sendable {
    package var variables: BuildVariables
    /// Whether `Compose` stands for the constant that ends so.
    package var acceptsBareNames: Bool

    package init(variables: BuildVariables = BuildVariables(), acceptsBareNames: Bool = false) {
      self.variables = variables
      self.acceptsBareNames = acceptsBareNames
    }
  }

  /// An entry in which nothing is wrong.
  package struct Item: Hashable, Sendable {
    /// The place in the file, from 0.
    package let index: Int
    /// Static; its screen is its type and its rank 0, of which the file says nothing.
    package var action: Action
  }

  /// In the order of the file, no two with the same type.
  package private(set) var items: [Item] = []
  /// In the order in which they were found.
  package private(set) var findings: [QuickActionFinding] = []
  /// The languages whose tables were read.
  package private(set) var languages: [String] = []

  /// Reads the items; what is wrong becomes a finding.
  ///
  /// - Parameter list: a whole Info.plist, the array of items, or one item.
  package init(_ list: PropertyList, options: Options = Options()) {
    var reader = QuickActionReader(options: options)
    guard let entries = reader.entries(of: list) else {
      findings = reader.findings
      return
    }
    var places: [ActionType: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let action = reader.action(entry, at: index) else { continue }
      if let first = places[action.type] {
        reader.report(
          .error, .type, index,
          "'\(action.type.text)' stands twice, first in \(QuickActionKey.items)[\(first)]")
        continue
      }
      places[action.type] = index
      items.append(Item(index: index, action: action))
    }
    findings = reader.findings
  }

  /// How many items a phone shows, static ones first. Apple gives no number; all others say four.
  package static let mostShown = 4

  /// Errors of entries and of the file.
  package var errors: [QuickActionFinding] { findings.filter { $0.severity == .error } }

  /// Whether something is wrong that is no entry's.
  package var isUnusable: Bool { errors.contains { $0.index == nil } }

  /// Takes over what a language's `InfoPlist.strings` says of the items: the text whose key is the
  /// title or the subtitle itself, as iOS looks it up.
  ///
  /// - Parameter language: a well-formed tag; a second table of it is an error.
  package mutating func localize(_ language: String, _ table: StringsTable) {
    guard !languages.contains(where: { $0.lowercased() == language.lowercased() }) else {
      findings.append(
        QuickActionFinding(.error, path: "", "there are two tables of the language \(language)"))
      return
    }
    languages.append(language)
    for place in items.indices { localize(place, language, table) }
    let bad = Set(errors.compactMap(\.index))
    items.removeAll { bad.contains($0.index) }
  }

  private mutating func localize(_ place: Int, _ language: String, _ table: StringsTable) {
    let item = items[place]
    var texts = Localizations.Texts()
    if let title = table[item.action.title] {
      texts.title = title
      check(title, QuickActionText.title, item.index, .title, language)
    }
    // iOS looks up no empty text.
    if let key = item.action.subtitle, !key.isEmpty, let subtitle = table[key] {
      texts.subtitle = .text(subtitle)
      check(subtitle, QuickActionText.subtitle, item.index, .subtitle, language)
    }
    guard texts != Localizations.Texts() else { return }
    let entries =
      item.action.localizations.entries
      + [Localizations.Entry(language: language, texts: texts)]
    items[place].action.localizations = Localizations(entries) ?? item.action.localizations
  }

  private mutating func check(
    _ text: String, _ rule: QuickActionText, _ index: Int, _ key: QuickActionKey, _ language: String
  ) {
    guard let message = rule.problem(of: text) else { return }
    findings.append(
      QuickActionFinding(
        .error, index: index, path: "\(QuickActionKey.items)[\(index)].\(key.rawValue)",
        "in \(language) \(message)"))
  }
}
