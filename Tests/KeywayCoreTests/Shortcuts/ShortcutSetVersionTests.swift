import KeywayCore
import Testing

@Suite struct ShortcutSetVersionTests {
  private func set(_ items: [String], _ omitted: [(String, ShortcutSet.Omission)] = [])
    -> ShortcutSet
  {
    ShortcutSet(
      items: items.map { ShortcutItem(type: $0, localizedTitle: $0, origin: .dynamic) },
      omitted: omitted.map { .init(type: $0.0, reason: $0.1) })
  }

  @Test func `what has ended is listed until a set without it was acknowledged`() {
    let ended = set(["a"], [("b", .revoked), ("c", .expired), ("d", .usesExhausted)])
    #expect(ended.settled(byAcknowledging: nil) == ended)
    #expect(ended.settled(byAcknowledging: set(["b", "c", "d"])) == ended)
    #expect(ended.settled(byAcknowledging: set(["a", "c"])).omissions == ["c: expired"])
    #expect(ended.settled(byAcknowledging: set([])).omitted.isEmpty)
  }

  @Test func `what may come back is listed always`() {
    let waiting = set([], [("a", .suspended), ("b", .notYetValid), ("c", .beyondLimit)])
    #expect(waiting.settled(byAcknowledging: set(["x"])) == waiting)
  }

  @Test func `the same content makes no version`() {
    let one = set(["a", "b"], [("c", .suspended)])
    #expect(!one.differs(from: one, acknowledged: nil))
    #expect(!one.differs(from: one, acknowledged: one))
  }

  @Test func `order, titles, omissions and reasons make a version`() {
    let one = set(["a", "b"], [("c", .suspended)])
    var renamed = one
    renamed.items[0].localizedTitle = "A"
    #expect(set(["b", "a"], [("c", .suspended)]).differs(from: one, acknowledged: nil))
    #expect(renamed.differs(from: one, acknowledged: one))
    #expect(set(["a", "b"]).differs(from: one, acknowledged: one))
    #expect(set(["a", "b"], [("c", .notYetValid)]).differs(from: one, acknowledged: one))
  }

  @Test func `texts that only look the same make a version`() {
    var one = set(["a"])
    one.items[0].localizedTitle = "\u{E9}"
    var other = one
    other.items[0].localizedTitle = "e\u{301}"
    #expect(other.differs(from: one, acknowledged: nil))
    other = one
    other.items[0].localizedSubtitle = ""
    #expect(other.differs(from: one, acknowledged: nil))
  }

  @Test func `an ended item that is listed no more makes no version`() {
    let before = set(["a"], [("b", .revoked)])
    let after = set(["a"])
    #expect(!after.differs(from: before, acknowledged: after))
    #expect(after.differs(from: before, acknowledged: set(["a", "b"])))
  }

  @Test func `a set comes back from how it is stored`() throws {
    var full = set(["a", "b"], ShortcutSet.Omission.allCases.map { ($0.rawValue, $0) })
    full.items[0].localizedSubtitle = ""
    full.items[0].icon = .unlock
    full.items[0].userInfo = try UserInfo(json: #"{"a":[1,{"$real":"1.0"}]}"#)
    full.items[0].targetContentIdentifier = "t"
    full.items[1].origin = .static
    #expect(ShortcutSet(stored: full.stored) == full)
  }
}
