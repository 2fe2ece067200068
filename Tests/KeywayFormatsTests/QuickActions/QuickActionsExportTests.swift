import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct QuickActionsExportTests {
  private static func action(
    _ type: String, _ title: String = "T", subtitle: String? = nil,
    in texts: [(String, Localizations.Texts)] = [], userInfo: JSONObject = [:]
  ) throws -> Action {
    let localizations = Localizations(texts.map { .init(language: $0, texts: $1) })
    return Action(
      type: ActionType(trusted: type), title: title, subtitle: subtitle,
      localizations: try #require(localizations),
      userInfo: try UserInfo(userInfo, allowingListMember: false), screen: "s", isStatic: true)
  }

  private static func problems(_ actions: [Action]) -> [String] {
    do throws(QuickActionsExportError) {
      _ = try QuickActionsExport(actions)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func `every icon that is set stands in the file`() throws {
    var action = try Self.action("a")
    action.icon = .unlock
    let export = try QuickActionsExport([action])
    #expect(
      export.propertyList
        == .dictionary([
          "UIApplicationShortcutItems": .array([
            .dictionary([
              "UIApplicationShortcutItemType": .string("a"),
              "UIApplicationShortcutItemTitle": .string("T"),
              "UIApplicationShortcutItemIconSymbolName": .string("lock.open"),
              "UIApplicationShortcutItemIconFile": .string("shortcut-unlock"),
              "UIApplicationShortcutItemIconType": .string("UIApplicationShortcutIconTypeHome"),
            ])
          ])
        ]))
    #expect(try PropertyList(parsing: export.file) == export.propertyList)
  }

  @Test func `tables have the texts by those that they replace`() throws {
    let export = try QuickActionsExport([
      Self.action(
        "a", "Search", subtitle: "Sub",
        in: [("ja", .init(title: "検索", subtitle: .text(""))), ("DE", .init(title: "Suche"))]),
      Self.action("b", "Search", in: [("JA", .init(title: "検索")), ("de", .init(title: "Suche"))]),
      Self.action("c", "Other", in: [("fr", .init())]),
    ])
    #expect(export.tables.map(\.language) == ["DE", "JA"])
    #expect(
      export.tables.map { String(decoding: $0.table.file, as: UTF8.self) }
        == ["\"Search\" = \"Suche\";\n", "\"Search\" = \"検索\";\n\"Sub\" = \"\";\n"])
  }

  @Test func `one text with two translations is refused`() throws {
    let words =
      "action 'b': localizations.ja.title: 'T' is also the title of 'a', which is translated "
      + "otherwise; a table has one translation for both"
    let first = try Self.action("a", in: [("ja", .init(title: "題"))])
    #expect(
      try Self.problems([first, Self.action("b", in: [("ja", .init(title: "他"))])]) == [words])
    #expect(try Self.problems([first, Self.action("b")]) == [words])
    #expect(try Self.problems([first, Self.action("b", "B", subtitle: "T")]).count == 1)
    #expect(try Self.problems([Self.action("b"), first]).count == 1)
    #expect(
      try Self.problems([
        first, Self.action("b", "B", subtitle: "T", in: [("ja", .init(subtitle: .text("題")))]),
      ]) == [])
  }

  @Test func `subtitles that a table cannot say are refused`() throws {
    let ja: (Localizations.Texts.Subtitle) -> [(String, Localizations.Texts)] = {
      [("ja", .init(subtitle: $0))]
    }
    for (subtitle, text) in [
      (nil, Localizations.Texts.Subtitle.text("x")), (nil, .text(nil)), ("S", .text(nil)),
      ("", .text("x")),
    ] as [(String?, Localizations.Texts.Subtitle)] {
      let problems = Self.problems([try Self.action("a", subtitle: subtitle, in: ja(text))])
      #expect(problems.count == 1)
      #expect(problems.first?.hasPrefix("action 'a': localizations.ja.subtitle: ") == true)
    }
  }

  @Test func `user info that XML cannot hold is refused by its field`() throws {
    let actions = [
      try Self.action(
        "a", userInfo: ["when": .object(["$date": .string("2026-03-01T00:00:00.5Z")])]),
      try Self.action("b", userInfo: ["x": .array([.string("\u{0}")])]),
    ]
    #expect(
      Self.problems(actions) == [
        "action 'a': userInfo.when: is the date 2026-03-01T00:00:00.500Z, and XML property lists "
          + "have whole seconds only",
        "action 'b': userInfo.x.0: has the character U+0000, which XML cannot hold",
      ])
  }

  @Test func `what is exported and read again is the same`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the random quick actions: \(seed)")
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let actions = try RandomActions.actions(using: &dice)
      let export = try QuickActionsExport(actions)
      var file = QuickActionsFile(try PropertyList(parsing: export.file))
      for (language, table) in export.tables {
        file.localize(language, try StringsTable(parsing: table.file))
      }
      #expect(file.errors.isEmpty, "seed \(seed): \(file.errors)")
      #expect(file.items.map(\.action) == actions, "seed \(seed)")
    }
  }
}
