import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct SetLanguageTests {
  private static func house(language: String?) throws -> TestHouse {
    let house = try TestHouse()
    try house.furnish(
      door: { door in
        door.localizations = .only("ja", .init(subtitle: .text("自宅")))
      },
      key: { key in key.localizations = .only("de", .init(title: "Haustür")) },
      device: { $0.language = language })
    try house.addAction("search") { action in
      action.title = "Search"
      action.subtitle = "Everywhere"
      action.isStatic = true
      action.localizations =
        Localizations([
          .init(language: "ja", texts: .init(title: "検索", subtitle: .text(nil))),
          .init(language: "de", texts: .init(title: "Suche", subtitle: .text("Überall"))),
        ]) ?? .none
    }
    return house
  }

  private static func texts(_ set: PublishedSet) -> [String] {
    set.issued.content.items.map { "\($0.localizedTitle)/\($0.localizedSubtitle ?? "-")" }
  }

  @Test(
    arguments: [
      ("ja", ["検索/-", "Front/自宅"]), ("de-AT", ["Suche/Überall", "Haustür/Home"]),
      ("fi", ["Search/Everywhere", "Front/Home"]), (nil, ["Search/Everywhere", "Front/Home"]),
    ] as [(String?, [String])])
  func `a set is in the device's language as far as it goes`(
    _ language: String?, _ wanted: [String]
  ) throws {
    let house = try Self.house(language: language)
    let shortcuts = ShortcutService(environment: house.environment)
    #expect(try Self.texts(shortcuts.issue(.phone)) == wanted)
    #expect(try Self.texts(shortcuts.show(.phone)) == wanted)
  }

  @Test func `another language may be asked for, and is another version`() throws {
    let house = try Self.house(language: "ja")
    let shortcuts = ShortcutService(environment: house.environment)
    #expect(try shortcuts.issue(.phone).issued.version == 1)
    let german = try shortcuts.issue(.phone, language: "de")
    #expect(german.issued.version == 2)
    #expect(Self.texts(german) == ["Suche/Überall", "Haustür/Home"])
    #expect(try shortcuts.issue(.phone, language: "de").issued == german.issued)
    #expect(try shortcuts.issue(.phone).issued.version == 3)
  }

  private static func options(_ language: String?, named: Bool = false) -> SetJob.Options {
    var options = SetJob.Options()
    options.onlyChanged = true
    options.language = language
    options.devices = named ? (0..<3).map { Device.ID(trusted: Street.phone($0)) } : nil
    return options
  }

  @Test(arguments: [false, true])
  func `a language that was not acknowledged is given to all, and what was is not`(
    isNamed: Bool
  ) throws {
    let street = try Street()
    let japanese = Self.options("ja", named: isNamed)
    let (report, sets) = try street.run(japanese)
    #expect(report == street.report(delivered: 3, issued: 3))
    #expect(sets.values.allSatisfy { $0.contains("正面玄関") })
    try street.shortcuts.acknowledge([(.init(trusted: "phone-001"), 2)])
    #expect(try street.run(japanese).sets.keys.sorted() == ["phone-000", "phone-002"])
    // Nobody's set says anything else in French than in German.
    try street.settle()
    #expect(try street.run(Self.options("fr", named: isNamed)).report == street.report())
  }

  @Test func `a phone that has acknowledged another language is given its own again`() throws {
    let street = try Street()
    _ = try street.run(Self.options("ja"))
    try street.shortcuts.acknowledge(Street.phones.map { (Device.ID(trusted: $0), 2) })
    #expect(try street.stale() == Street.phones)
    let (report, sets) = try street.run(Self.options(nil))
    #expect(report == street.report(delivered: 3, issued: 3))
    #expect(!sets.values.contains { $0.contains("正面玄関") })
    try street.settle()
    #expect(try street.run(Self.options(nil)).report == street.report())
  }

  @Test func `a job in another language does not stand for one in the phones' own`() throws {
    let street = try Street()
    try street.house.addAction("inbox")
    _ = try street.run(Self.options("ja"))
    try street.shortcuts.acknowledge(Street.phones.map { (Device.ID(trusted: $0), 2) })
    #expect(try street.run(Self.options(nil)).report.delivered == 3)
  }

  @Test func `items keep their order in every language`() throws {
    let house = try TestHouse()
    try house.furnish()
    for (type, german) in [("apple", "Zwetschge"), ("pear", "Apfel")] {
      try house.addAction(type) { action in
        action.localizations = .only("de", .init(title: german))
      }
    }
    let shortcuts = ShortcutService(environment: house.environment)
    let german = try shortcuts.show(.phone, language: "de").issued.content.items.map(\.type)
    #expect(try shortcuts.show(.phone).issued.content.items.map(\.type) == german)
  }
}

extension Localizations {
  static func only(_ language: String, _ texts: Texts) -> Localizations {
    Localizations([.init(language: language, texts: texts)]) ?? .none
  }
}
