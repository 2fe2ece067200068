import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct TokenServiceTests {
  private let own: TokenHouse

  init() throws { own = try TokenHouse() }

  @Test func `a fresh house lets nobody in`() throws {
    #expect(try own.all().isEmpty)
    let guess = TokenSecret(random: own.house.environment.random(32)).text
    #expect(try own.principals(guess, "", "keyway_", "' OR 1=1 --") == [nil, nil, nil, nil])
  }

  @Test func `who has the secret is who it was issued to, and nobody else is`() throws {
    let job = try own.tokens.issue(
      TokenOrder(role: .job, scope: .site("Home"), name: "Nightly"), by: own.actor)
    let phone = try own.phoneToken()
    let texts = (try own.text(phone), try own.text(job))
    let found = try own.principals(texts.0, "keyway_" + texts.1.dropFirst(7).reversed(), texts.1)
    #expect(found[0]?.role == .device)
    #expect(found[0]?.device == .phone)
    #expect(found[0]?.scope == nil)
    #expect(found[1] == nil)
    #expect(found[2]?.role == .job)
    #expect(found[2]?.scope == .site("Home"))
    #expect(found[2]?.token == job.record.token.id)
    #expect(found[2]?.pseudonym == job.record.pseudonym)
    #expect(found[2]?.device == nil)
  }

  @Test func `no text but the very same is the token`() throws {
    let text = try own.text(own.phoneToken())
    for other in [text.uppercased(), text + " ", " " + text, text + "\n", String(text.dropLast())] {
      #expect(try own.principals(other) == [nil])
    }
    #expect(try own.principals(text)[0] != nil)
  }

  @Test(arguments: [TokenRole.operator, .job, .auditor])
  func `people's and programs' tokens end after 90 days, half-open`(_ role: TokenRole) throws {
    let issued = try own.tokens.issue(TokenOrder(role: role), by: own.actor)
    own.house.advance(by: 90 * TokenHouse.day - 1)
    #expect(try own.holds(issued))
    own.house.advance(by: 1)
    #expect(try !own.holds(issued))
  }

  @Test func `a phone's has no end, unless it is given one`() throws {
    let phone = try own.phoneToken()
    #expect(phone.record.token.expiresAt == nil)
    let short = try own.tokens.issue(
      TokenOrder(role: .device, device: .phone, end: .after(5)), by: own.actor)
    let never = try own.tokens.issue(TokenOrder(role: .auditor, end: .never), by: own.actor)
    let until = try own.tokens.issue(
      TokenOrder(role: .auditor, end: .at(Timestamp(milliseconds: own.house.now.milliseconds + 5))),
      by: own.actor)
    own.house.advance(by: 4)
    for token in [phone, short, never, until] { #expect(try own.holds(token)) }
    own.house.advance(by: 1)
    #expect(try [phone, short, never, until].map(own.holds) == [true, false, true, false])
  }

  @Test func `what has no sense is refused, and nothing is written`() throws {
    let removed = Device.ID(trusted: "gone")
    try own.house.addPhone("gone")
    _ = try own.house.registry.remove(.devices, ["gone"], actor: own.actor)
    let before = try own.house.bodies()
    let past = TokenOrder.End.at(own.house.now)
    let orders = [
      TokenOrder(role: .device), TokenOrder(role: .operator, device: .phone),
      TokenOrder(role: .device, device: .phone, scope: .site("Home")),
      TokenOrder(role: .device, device: removed),
      TokenOrder(role: .device, device: Device.ID(trusted: "nobody")),
      TokenOrder(role: .job, scope: .door(Door.ID(trusted: "nowhere"))),
      TokenOrder(role: .job, scope: .site("Homf")), TokenOrder(role: .job, name: ""),
      TokenOrder(role: .job, name: "a\u{1B}b"), TokenOrder(role: .job, end: past),
      TokenOrder(role: .job, end: .after(0)),
    ]
    for order in orders {
      for dryRun in [true, false] {
        #expect(throws: (any Error).self, "\(order)") {
          try own.tokens.issue(order, by: own.actor, dryRun: dryRun)
        }
      }
    }
    #expect(try own.all().isEmpty)
    #expect(try own.house.bodies() == before)
  }

  @Test func `a dry run has no secret and writes nothing`() throws {
    let issued = try own.tokens.issue(TokenOrder(role: .job), by: own.actor, dryRun: true)
    #expect(issued.secret == nil)
    #expect(try own.all().isEmpty)
    let phone = try own.phoneToken()
    #expect(try own.tokens.revoke(.all, by: own.actor, dryRun: true).count == 1)
    #expect(try own.tokens.enrol(.phone, by: own.actor, dryRun: true).code == nil)
    #expect(try own.holds(phone))
    #expect(try own.house.entries("administration").count == 1)
    #expect(try own.house.store.read { try $0.enrolments() }.isEmpty)
  }

  @Test func `unknown, ended, revoked, suspended and removed are all the same nothing`() throws {
    for id in ["p2", "p3", "p4"] { try own.house.addPhone(id) }
    let expired = try own.tokens.issue(TokenOrder(role: .job, end: .after(1)), by: own.actor)
    let revoked = try own.tokens.issue(TokenOrder(role: .job), by: own.actor)
    let suspended = try own.phoneToken(Device.ID(trusted: "p2"))
    let removed = try own.phoneToken(Device.ID(trusted: "p3"))
    let good = try own.phoneToken(Device.ID(trusted: "p4"))
    _ = try own.tokens.revoke(.ids([revoked.record.token.id]), by: own.actor)
    _ = try own.house.registry.suspend(.devices, ["p2"], actor: own.actor)
    _ = try own.house.registry.remove(.devices, ["p3"], actor: own.actor)
    own.house.advance(by: 1)
    let all = [expired, revoked, suspended, removed, good]
    let texts = try all.map { Array(try own.text($0).utf8) }
    let found = try own.tokens.authenticate(texts + [Array("nothing".utf8)])
    #expect(found.map { $0?.device?.text } == [nil, nil, nil, nil, "p4", nil])
    #expect(found.count { $0 == nil } == 5)
    _ = try own.house.registry.resume(.devices, ["p2"], actor: own.actor)
    #expect(try own.holds(suspended))
  }

  @Test func `revoking counts from the next look on`() throws {
    let tokens = try (0..<3).map { _ in try own.phoneToken() }
    let job = try own.tokens.issue(TokenOrder(role: .job), by: own.actor)
    let first = tokens[0].record.token.id
    #expect(try own.tokens.revoke(.ids([first, first]), by: own.actor).tokens.count == 1)
    #expect(try (tokens + [job]).map(own.holds) == [false, true, true, true])
    #expect(try own.tokens.revoke(.device(.phone), by: own.actor).count == 2)
    #expect(try (tokens + [job]).map(own.holds) == [false, false, false, true])
    #expect(try own.tokens.revoke(.all, by: own.actor).count == 1)
    #expect(try !own.holds(job))
    #expect(try own.all().allSatisfy { $0.token.revokedAt == own.house.now })
  }

  @Test func `what was revoked is kept, and one unknown id keeps all others`() throws {
    let issued = try own.phoneToken()
    let id = issued.record.token.id
    #expect(throws: RegistryError.self) {
      try own.tokens.revoke(.ids([id, Token.ID(trusted: "nobody")]), by: own.actor)
    }
    #expect(try own.holds(issued))
    _ = try own.tokens.revoke(.ids([id]), by: own.actor)
    own.house.advance(by: 10)
    let again = try own.tokens.revoke(.ids([id]), by: own.actor)
    #expect(again.tokens.map(\.isKept) == [true])
    #expect(again.tokens[0].record.token.revokedAt != own.house.now)
    #expect(try own.house.entries("administration").count == 2)
    #expect(throws: RegistryError.self) {
      try own.tokens.revoke(.device(Device.ID(trusted: "nobody")), by: own.actor)
    }
  }
}
