import KeywayCore

@testable import KeywayFormats

/// Static actions that an Info.plist can hold, whatever their texts look like.
enum RandomActions {
  static func actions(using dice: inout SeededGenerator) throws -> [Action] {
    let languages = ["de", "ja", "pt-BR", "zh-Hant"].filter { _ in Bool.random(using: &dice) }
    return try (0..<Int.random(in: 0..<7, using: &dice)).map { number in
      // Texts that differ have translations of their own.
      let title = line("t\(number)", using: &dice)
      let subtitle = Bool.random(using: &dice) ? line("s\(number)", using: &dice) : nil
      let entries = languages.map { language in
        Localizations.Entry(
          language: language,
          texts: .init(
            title: line("", using: &dice),
            subtitle: subtitle == nil ? .fallback : .text(line("", using: &dice))))
      }
      let type = "\(number)" + line("", using: &dice).replacing("\n", with: "")
      return Action(
        type: ActionType(trusted: type), title: title, subtitle: subtitle,
        localizations: Localizations(entries) ?? .none, icon: icon(using: &dice),
        userInfo: try userInfo(using: &dice), screen: type, isStatic: true)
    }
  }

  /// At most 255 bytes, which begin with `start` or else with a letter.
  private static func line(_ start: String, using dice: inout SeededGenerator) -> String {
    let text = RandomPropertyList.text(using: &dice).unicodeScalars
      .filter { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    var line = start.isEmpty ? "x" : start
    for scalar in text where line.utf8.count < 250 { line.unicodeScalars.append(scalar) }
    return line
  }

  private static func icon(using dice: inout SeededGenerator) -> ShortcutIcon? {
    let icon = ShortcutIcon(
      systemImageName: Bool.random(using: &dice) ? "lock.open" : nil,
      templateImageName: Bool.random(using: &dice) ? "a.b \"c\"" : nil,
      type: Bool.random(using: &dice) ? .allCases.randomElement(using: &dice) : nil)
    return icon == ShortcutIcon() ? nil : icon
  }

  private static func userInfo(using dice: inout SeededGenerator) throws -> UserInfo {
    var dictionary = PropertyListDictionary()
    for number in 0..<Int.random(in: 0..<4, using: &dice) {
      let value = named(RandomPropertyList.value(using: &dice))
      _ = dictionary.append("k\(number)" + RandomPropertyList.text(using: &dice), value)
    }
    return try UserInfo(dictionary.userInfoObject, allowingListMember: false)
  }

  /// The value with keys that are no tags.
  private static func named(_ value: PropertyList) -> PropertyList {
    switch value {
    case .array(let values): return .array(values.map(named))
    case .dictionary(let dictionary):
      var renamed = PropertyListDictionary()
      for (key, value) in dictionary.members { _ = renamed.append("k" + key, named(value)) }
      return .dictionary(renamed)
    default: return value
    }
  }
}
