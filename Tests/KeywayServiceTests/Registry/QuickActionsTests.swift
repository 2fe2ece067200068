import KeywayCore
import KeywayFormats
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct QuickActionsTests {
  private static let item = "UIApplicationShortcutItem"

  /// A file whose items have these types, and titles that are the same.
  private static func file(_ types: String...) -> QuickActionsFile {
    QuickActionsFile(
      .array(
        types.map {
          .dictionary(["\(item)Type": .string($0), "\(item)Title": .string("T\($0)")])
        }))
  }

  private static func load(
    _ file: QuickActionsFile, into house: RegistryHouse, keepsGoing: Bool = false,
    dryRun: Bool = false
  ) throws -> QuickActionsReport {
    try house.registry.importQuickActions(
      file, keepsGoing: keepsGoing, actor: house.actor, dryRun: dryRun)
  }

  private static func order(in house: RegistryHouse) throws -> [String] {
    guard case .dictionary(let root) = try house.registry.exportQuickActions().propertyList,
      case .array(let items)? = root["UIApplicationShortcutItems"]
    else { return [] }
    return items.compactMap { item in
      guard case .dictionary(let item) = item, case .string(let type)? = item["\(Self.item)Type"]
      else { return nil }
      return type
    }
  }

  @Test func `items become static actions whose screens are their types`() throws {
    let house = try RegistryHouse()
    let report = try Self.load(Self.file("a", "b"), into: house)
    #expect(report.entries.map(\.kind) == [.added, .added])
    #expect(
      try house.show(.actions, "a")
        == #"{"icon":null,"localizations":null,"rank":0,"screen":"a","static":true,"#
        + #""subtitle":null,"title":"Ta","type":"a","userInfo":{}}"#)
  }

  @Test func `importing again changes nothing and writes nothing`() throws {
    let house = try RegistryHouse()
    let file = Self.file("b", "a")
    _ = try Self.load(file, into: house)
    let size = try house.logSize()
    #expect(size == 2)
    let report = try Self.load(file, into: house)
    #expect(report.entries.map(\.kind) == [.kept, .kept])
    #expect(try house.logSize() == size)
  }

  @Test func `a dry run says the same and writes nothing`() throws {
    let house = try RegistryHouse()
    let rehearsal = try Self.load(Self.file("b", "a"), into: house, dryRun: true)
    #expect(try house.logSize() == 0)
    #expect(try Self.load(Self.file("b", "a"), into: house) == rehearsal)
  }

  @Test func `ranks change only where a phone would show another order`() throws {
    let house = try RegistryHouse()
    _ = try Self.load(Self.file("a", "b"), into: house)
    _ = try house.registry.edit(.actions, "b", ["rank": .integer(7)], actor: house.actor)
    let same = try Self.load(Self.file("a", "b"), into: house)
    #expect(same.entries.map(\.kind) == [.kept, .kept])
    let more = try Self.load(Self.file("a", "aa", "b"), into: house)
    #expect(more.entries.map(\.kind) == [.kept, .added, .kept])
    _ = try Self.load(Self.file("b", "a", "aa"), into: house)
    #expect(try Self.order(in: house) == ["b", "a", "aa"])
    #expect(try house.show(.actions, "b").contains(#""rank":0"#))
    #expect(try house.show(.actions, "aa").contains(#""rank":2"#))
  }

  @Test func `what an item does not have is cleared, and what no item has is kept`() throws {
    let house = try RegistryHouse()
    try house.load(
      #"{"keyway":1,"actions":[{"type":"a","title":"Old","subtitle":"S","icon":{"type":"home"},"#
        + #""userInfo":{"n":1},"screen":"finder","rank":5,"#
        + #""localizations":{"de":{"title":"Alt"},"JA":{"title":"旧"}}}]}"#)
    _ = try Self.load(Self.file("a"), into: house)
    let record =
      #"{"icon":null,"localizations":{"JA":{"title":"旧"},"de":{"title":"Alt"}},"rank":5,"#
      + #""screen":"finder","static":true,"subtitle":null,"title":"Ta","type":"a","userInfo":{}}"#
    #expect(try house.show(.actions, "a") == record)
    var file = Self.file("a")
    var table = StringsTable()
    _ = table.append("Ta", "新")
    file.localize("ja", table)
    _ = try Self.load(file, into: house)
    #expect(
      try house.show(.actions, "a")
        == record.replacing(
          #""JA":{"title":"旧"},"de":{"title":"Alt"}"#,
          with: #""de":{"title":"Alt"},"ja":{"title":"新"}"#))
    var empty = Self.file("a")
    empty.localize("ja", StringsTable())
    empty.localize("de", StringsTable())
    _ = try Self.load(empty, into: house)
    #expect(try house.show(.actions, "a").contains(#""localizations":null"#))
  }

  @Test func `what the registry refuses is named at its place in the file`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    _ = try house.registry.edit(
      .actions, "search", ["localizations": .null], actor: house.actor)
    _ = try Self.load(Self.file("gone"), into: house)
    _ = try house.registry.remove(.actions, ["gone"], actor: house.actor)
    let (text, size) = (try house.export(), try house.logSize())
    let file = Self.file("z", "k1", "gone", "a")
    let error = try #require(throws: RegistryError.self) { try Self.load(file, into: house) }
    #expect(
      error.problems.map(\.description).sorted() == [
        "UIApplicationShortcutItems[1].UIApplicationShortcutItemType: a key has the id 'k1'",
        "UIApplicationShortcutItems[2].UIApplicationShortcutItemType: was removed here, and its id "
          + "is not used again",
      ])
    #expect(try house.export() == text)
    #expect(try house.logSize() == size)
    let report = try Self.load(file, into: house, keepsGoing: true)
    #expect(report.entries.map(\.index) == [0, 3])
    #expect(report.entries.map(\.kind) == [.added, .added])
    #expect(report.rejections.compactMap(\.index).sorted() == [1, 2])
    #expect(report.others.map(\.text) == ["search"])
    #expect(try Self.order(in: house).filter { ["z", "a"].contains($0) } == ["z", "a"])
  }

  @Test func `dynamic and removed actions are not exported`() throws {
    let house = try RegistryHouse()
    _ = try Self.load(Self.file("a", "b", "c"), into: house)
    _ = try house.registry.edit(.actions, "a", ["static": .bool(false)], actor: house.actor)
    _ = try house.registry.remove(.actions, ["b"], actor: house.actor)
    #expect(try Self.order(in: house) == ["c"])
  }

  @Test func `what was exported is imported as it was, here and elsewhere`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the random sites: \(seed)")
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<15 {
      let house = try RegistryHouse()
      try house.load(RandomSite.text(using: &dice))
      let file = try Self.reread(try house.registry.exportQuickActions())
      let (text, size) = (try house.export(), try house.logSize())
      let report = try Self.load(file, into: house)
      #expect(report.entries.allSatisfy { $0.kind == .kept }, "seed \(seed)")
      #expect(try house.export() == text, "seed \(seed)")
      #expect(try house.logSize() == size)
      let other = try RegistryHouse()
      _ = try Self.load(file, into: other)
      #expect(
        try other.registry.exportQuickActions().file == house.registry.exportQuickActions().file,
        "seed \(seed)")
    }
  }

  private static func reread(_ export: QuickActionsExport) throws -> QuickActionsFile {
    var file = QuickActionsFile(try PropertyList(parsing: export.file))
    for (language, table) in export.tables {
      file.localize(language, try StringsTable(parsing: table.file))
    }
    #expect(file.errors.isEmpty)
    return file
  }
}
