import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct TokenLogTests {
  private let own: TokenHouse

  init() throws { own = try TokenHouse() }

  @Test func `what decides is in clear, people and phones by pseudonym, words as hashes`() throws {
    let actor = Actor(name: "user:1000", because: "Kim asked")
    _ = try own.tokens.issue(
      TokenOrder(role: .operator, scope: .door(.front), name: "Kim's"), by: actor)
    let entry = try #require(try own.house.entries("administration").last)
    let record = try #require(try own.all().last)
    func hash(_ text: String) -> JSONValue {
      let code = HMACSHA256(key: record.secret.span).code(for: Array(text.utf8).span)
      return .object(["hmac": .string(code.hex)])
    }
    #expect(
      entry["set"]
        == .object([
          "role": .string("operator"), "door": .string("front"), "name": hash("Kim's"),
          "validUntil": .string("2026-05-31T08:00:00.000Z"),
        ]))
    #expect(entry["because"] == hash("Kim asked"))
    #expect(entry.text("id") == record.pseudonym)
    #expect(
      try entry.text("actor")
        == own.house.store.read { try $0.pseudonym(ofActor: "user:1000") })
  }

  @Test func `no secret, no code, no digest and no id stands in it`() throws {
    var texts: [String] = []
    let job = try own.tokens.issue(TokenOrder(role: .job, name: "Nightly"), by: own.actor)
    let code = try own.code()
    _ = try own.redeem("00000-00000")
    let phone = try #require(try own.redeem(code))
    _ = try own.code()
    _ = try own.tokens.revoke(.all, by: own.actor)
    for issued in [job, phone] {
      let text = try own.text(issued)
      let digest = SHA256Hasher().hash(Array(text.utf8).span)
      texts += [text, String(text.dropFirst(7)), digest.hex, digest.base64]
      texts += [issued.record.token.id.text]
    }
    texts += [code, code.replacing("-", with: ""), "00000-00000", "Nightly", "\"phone\""]
    let log = try own.house.bodies().map { String(decoding: $0, as: UTF8.self) }
    #expect(log.count == 9)
    for text in texts { #expect(!log.contains { $0.contains(text) }, "\(text)") }
    #expect(try own.house.verify().isGood)
  }

  @Test func `a token that changes something does so under its own pseudonym`() throws {
    let issued = try own.tokens.issue(TokenOrder(role: .operator), by: own.actor)
    let principal = try #require(try own.principals(own.text(issued))[0])
    _ = try own.house.registry.suspend(
      .holders, ["kim"], actor: principal.actor(because: "left"))
    let entry = try #require(try own.house.entries("administration").last)
    #expect(entry.text("actor") == principal.pseudonym)
    #expect(entry.text("actor") == issued.record.pseudonym)
    let audit = AuditService(environment: own.house.environment)
    var filter = AuditFilter()
    filter.actor = "token:\(issued.record.token.id)"
    var found = 0
    try audit.forEach(filter) { _ in found += 1 }
    #expect(found == 1)
  }

  @Test func `the entries of a phone are found by it`() throws {
    let code = try own.code()
    _ = try own.redeem(code)
    _ = try own.tokens.issue(TokenOrder(role: .job), by: own.actor)
    var filter = AuditFilter()
    filter.device = .phone
    var verbs: [String?] = []
    try AuditService(environment: own.house.environment).forEach(filter) {
      verbs.append($0.members.text("verb"))
    }
    #expect(verbs == ["enrol", "redeem", "issue"])
  }

  @Test func `erasing a person ends and forgets the tokens and codes of the phones`() throws {
    let issued = try own.phoneToken()
    let code = try own.code()
    _ = try own.house.registry.erase([.kim], recordingIn: nil, actor: own.actor)
    #expect(try !own.holds(issued))
    #expect(try own.redeem(code) == nil)
    #expect(try own.all().isEmpty)
    #expect(try own.house.store.read { try $0.enrolments() }.isEmpty)
    #expect(
      try own.house.store.read {
        try $0.pseudonym(ofActor: "token:\(issued.record.token.id)")
      } == nil)
    #expect(try own.house.verify().isGood)
  }

  @Test func `a copy of the registry has no tokens`() throws {
    _ = try own.phoneToken()
    _ = try own.code()
    let copy = try TestHouse()
    try RegistryCopy().copy(from: own.house.store, to: copy.store)
    var count = 0
    try TokenService(environment: copy.environment).list { _ in count += 1 }
    #expect(count == 0)
    #expect(try copy.store.read { try $0.enrolments() }.isEmpty)
  }
}
