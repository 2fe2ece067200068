import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct EnrolmentTests {
  private let own: TokenHouse

  init() throws { own = try TokenHouse() }

  private func wrong(_ code: String) -> String {
    String(code.dropLast()) + (code.hasSuffix("0") ? "1" : "0")
  }

  @Test func `a phone gets its token for the code, once`() throws {
    let code = try own.code()
    let issued = try #require(try own.redeem(code.uppercased()))
    #expect(try own.principals(own.text(issued))[0]?.device == .phone)
    #expect(issued.record.token.expiresAt == nil)
    #expect(try own.redeem(code) == nil)
    #expect(try own.holds(issued))
  }

  @Test func `it works for 15 minutes, half-open`() throws {
    var code = try own.code()
    own.house.advance(by: 15 * TokenHouse.minute - 1)
    #expect(try own.redeem(code) != nil)
    code = try own.code()
    own.house.advance(by: 15 * TokenHouse.minute)
    #expect(try own.redeem(code) == nil)
    own.house.setClock(by: -TokenHouse.minute)
    #expect(try own.redeem(code) == nil)
  }

  @Test func `four wrong ones do no harm, the fifth makes it void`() throws {
    var code = try own.code()
    for _ in 0..<4 { #expect(try own.redeem(wrong(code)) == nil) }
    #expect(try own.redeem(code) != nil)
    code = try own.code()
    for _ in 0..<5 { #expect(try own.redeem(wrong(code)) == nil) }
    #expect(try own.redeem(code) == nil)
    #expect(try own.house.store.read { try $0.enrolments() }.isEmpty)
    #expect(try own.redeem(own.code()) != nil)
  }

  @Test func `what is no code at all counts, too`() throws {
    let code = try own.code()
    for text in ["", "x", "é", String(repeating: "0", count: 10_000), "'; --"] {
      #expect(try own.redeem(text) == nil)
    }
    #expect(try own.redeem(code) == nil)
  }

  @Test func `a new code takes the place of the older one`() throws {
    let (first, second) = (try own.code(), try own.code())
    #expect(try own.redeem(first) == nil)
    #expect(try own.redeem(second) != nil)
  }

  @Test func `a code is good for its own device only`() throws {
    try own.house.addPhone("p2")
    let other = Device.ID(trusted: "p2")
    let (mine, its) = (try own.code(), try own.code(for: other))
    #expect(try own.redeem(mine, other) == nil)
    #expect(try own.redeem(its, .phone) == nil)
    #expect(try own.redeem(mine, Device.ID(trusted: "nobody")) == nil)
    #expect(try own.redeem(mine) != nil)
    #expect(try own.redeem(its, other) != nil)
  }

  @Test func `a phone has one token: redeeming ends the earlier ones, and nobody else's`() throws {
    try own.house.addPhone("p2")
    let earlier = [try own.phoneToken(), try own.phoneToken()]
    let others = [
      try own.phoneToken(Device.ID(trusted: "p2")),
      try own.tokens.issue(TokenOrder(role: .job), by: own.actor),
    ]
    let code = try own.code()
    #expect(try own.redeem(wrong(code)) == nil)
    #expect(try earlier.allSatisfy(own.holds))
    let issued = try #require(try own.redeem(code))
    #expect(try !earlier.contains(where: own.holds))
    #expect(try (others + [issued]).allSatisfy(own.holds))
  }

  @Test func `of twenty phones at once that show the same code one gets in`() throws {
    let database = try TemporaryDatabase()
    let house = try TokenHouse(path: database.path)
    let code = try house.code()
    let issued = try concurrently(20) { _ in try house.redeem(code) }.compactMap { $0 }
    #expect(issued.count == 1)
    #expect(try house.all().count == 1)
    #expect(try house.holds(#require(issued.first)))
    #expect(try house.changes().filter { $0.hasPrefix("redeem") }.count == 1)
  }

  @Test func `a suspended device is neither enrolled nor let in`() throws {
    let code = try own.code()
    _ = try own.house.registry.suspend(.devices, ["phone"], actor: own.actor)
    #expect(throws: ServiceError.self) { try own.tokens.enrol(.phone, by: own.actor) }
    #expect(try own.redeem(code) == nil)
    _ = try own.house.registry.resume(.devices, ["phone"], actor: own.actor)
    #expect(try own.redeem(code) == nil)
  }

  @Test func `a removed device and one that nobody knows are not enrolled`() throws {
    let code = try own.code()
    _ = try own.house.registry.remove(.devices, ["phone"], actor: own.actor)
    #expect(try own.redeem(code) == nil)
    for id in ["phone", "nobody"] {
      #expect(throws: RegistryError.self) {
        try own.tokens.enrol(Device.ID(trusted: id), by: own.actor)
      }
    }
  }

  @Test func `whoever ends a phone's tokens ends its code`() throws {
    for selection in [TokenSelection.device(.phone), .all] {
      let code = try own.code()
      #expect(try own.tokens.revoke(selection, by: own.actor).voidedCodes == [.phone])
      #expect(try own.redeem(code) == nil)
    }
  }

  @Test func `every outcome is in the log, and a guess where no code waits is not`() throws {
    var code = try own.code()
    #expect(try own.redeem(wrong(code)) == nil)
    _ = try own.redeem(code)
    code = try own.code()
    own.house.advance(by: 15 * TokenHouse.minute)
    _ = try own.redeem(code)
    code = try own.code()
    for _ in 0..<9 { _ = try own.redeem(wrong(code)) }
    for device in ["phone", "nobody"] { _ = try own.redeem(code, Device.ID(trusted: device)) }
    code = try own.code()
    _ = try own.tokens.revoke(.device(.phone), by: own.actor)
    #expect(
      try own.changes() == [
        "enrol device validUntil=2026-03-02T08:15:00.000Z",
        "redeem device result=wrong_code triesLeft=4", "redeem device result=redeemed",
        "issue token device=p-phone role=device",
        "enrol device validUntil=2026-03-02T08:15:00.000Z", "redeem device result=expired",
        "enrol device validUntil=2026-03-02T08:30:00.000Z",
        "redeem device result=wrong_code triesLeft=4",
        "redeem device result=wrong_code triesLeft=3",
        "redeem device result=wrong_code triesLeft=2",
        "redeem device result=wrong_code triesLeft=1",
        "redeem device result=wrong_code triesLeft=0",
        "enrol device validUntil=2026-03-02T08:30:00.000Z",
        "revoke token state=revoked", "enrol device state=void",
      ])
    #expect(try own.house.verify().isGood)
  }
}

extension AuditService.Verification {
  /// Whether the log holds.
  var isGood: Bool {
    if case .failed = self { return false }
    return true
  }
}
