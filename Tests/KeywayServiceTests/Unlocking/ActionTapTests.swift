import KeywayCore
import KeywayService
import Testing

@Suite struct ActionTapTests {
  @Test(arguments: ["search", "New Message", "com.example.app.search", "検索 🔎", "'; --"])
  func `an item with an action's type opens its screen and makes no entry`(_ type: String) throws {
    let house = try TestHouse()
    try house.furnish(door: { $0.mode = .lockedDown })
    try house.addAction(type)
    let answer = try house.decide(house.tap("t1", item: type))
    #expect(answer.decision == .opened)
    #expect(answer.screen == "screen of \(type)")
    #expect(answer.command == nil)
    #expect(try house.entries().isEmpty)
    let again = try house.decide(house.tap("t1", item: type))
    #expect(again.decision == .opened)
    #expect(again.screen == answer.screen)
    #expect(again.repeated == "t1")
  }

  @Test func `a link opens an action by its type`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addAction("search")
    let answer = try house.decide(house.tap("t1", link: "keyway://open/search"))
    #expect(answer.decision == .opened)
    #expect(answer.screen == "screen of search")
    #expect(
      try house.decide(house.tap("t2", link: "keyway://unlock/search")).decision
        == .denied(Refusal(.unknownKey)))
  }

  @Test func `an item becomes its canonical link`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addAction("search")
    try house.addAction("New Message")
    #expect(try house.decide(house.tap("t1", item: "own")).link == "keyway://unlock/own")
    #expect(try house.decide(house.tap("t2", item: "search")).link == "keyway://open/search")
    #expect(try house.decide(house.tap("t3", item: "New Message")).link == nil)
    #expect(try house.decide(house.tap("t4", link: "xxx/own")).link == nil)
  }

  @Test(arguments: ["search", "New Message"])
  func `a removed action answers revoked, by item and by link`(_ type: String) throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addAction(type) { $0.isRemoved = true }
    #expect(
      try house.decide(house.tap("t1", item: type)).decision == .denied(Refusal(.revoked)))
    #expect(try house.entries().last?.text("reason") == "revoked")
    if type == "search" {
      #expect(
        try house.decide(house.tap("t2", link: "keyway://open/search")).decision
          == .denied(Refusal(.revoked)))
    }
  }

  @Test func `types are told apart by their bytes`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addAction("caf\u{E9}")
    let answers = try house.unlocking.decide([
      house.tap("t1", item: "caf\u{E9}"), house.tap("t2", item: "cafe\u{301}"),
    ])
    #expect(answers.map(\.decision) == [.opened, .denied(Refusal(.unknownKey))])
  }
}
