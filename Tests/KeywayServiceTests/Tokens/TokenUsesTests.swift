import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct TokenUsesTests {
  private let own: TokenHouse
  private let uses = TokenUses()

  init() throws { own = try TokenHouse() }

  private func use(_ issued: IssuedToken) throws {
    uses.note(try own.principals(own.text(issued), "nothing"), at: own.house.now)
  }

  private func noted() throws -> [Int64?] {
    try own.all().map { $0.token.lastUsedAt?.milliseconds }
  }

  @Test func `a use is noted by the minute, and once in it`() throws {
    let issued = try own.phoneToken()
    let start = own.house.now.milliseconds
    own.house.advance(by: 59_999)
    try use(issued)
    #expect(try noted() == [nil])
    try uses.writePatiently(to: own.house.store)
    #expect(try noted() == [start])
    try use(issued)
    #expect(uses.isEmpty)
    own.house.advance(by: 1)
    try use(issued)
    #expect(!uses.isEmpty)
    try own.house.store.write { tx in try uses.write(in: tx) }
    #expect(try noted() == [start + 60_000])
    #expect(uses.isEmpty)
  }

  @Test func `authenticating writes nothing`() throws {
    let issued = try own.phoneToken()
    let before = try own.house.bodies()
    for _ in 0..<3 { #expect(try own.holds(issued)) }
    #expect(try own.all()[0].token.lastUsedAt == nil)
    #expect(try own.house.bodies() == before)
  }

  @Test func `the use of a token that is gone is nobody's trouble`() throws {
    let issued = try own.phoneToken()
    try use(issued)
    _ = try own.house.registry.remove(.devices, ["phone"], actor: own.actor)
    try uses.writePatiently(to: own.house.store)
    #expect(try own.all().isEmpty)
  }
}
