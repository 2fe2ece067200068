import KeywayCore
import KeywayCrypto
import KeywayService
import KeywayStore
import Testing

@Suite struct RejectedLinkTests {
  @Test(arguments: RejectedLink.all)
  func `an entry has the code, the length and an HMAC, the text stands beside it`(
    _ vector: RejectedLink
  ) throws {
    let house = try TestHouse()
    try house.furnish()
    let answer = try house.decide(vector.tap(at: house.now))
    guard case .denied(let refusal) = answer.decision, refusal.reason == .malformedLink else {
      Issue.record("\(answer.decision)")
      return
    }
    let entry = try present(house.entries().first)
    #expect(entry.text("detail") == refusal.detail?.text)
    #expect(entry["length"] == .integer(Int64(vector.bytes.count)))
    guard case .object(let link)? = entry["link"] else {
      Issue.record("no HMAC")
      return
    }
    let secret = TestHouse.secret
    let code = HMACSHA256(key: secret.span).code(for: vector.bytes.span).hex
    #expect(link.text("hmac") == code)
    #expect(link.count == 1)
    #expect(entry["key"] == nil)
    let kept = try AuditService(environment: house.environment).entry(0).rejectedLink
    #expect(kept == vector.kept)
  }

  @Test func `without a device the HMAC is under the installation's secret`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("t1", link: "keyway:", device: nil))
    let secret = try house.store.read { reader in try reader.installation() }.secret
    guard case .object(let link)? = try house.entries()[0]["link"] else {
      Issue.record("no HMAC")
      return
    }
    #expect(link.text("hmac") == HMACSHA256(key: secret.span).code(for: "keyway:".utf8.span).hex)
  }

  @Test func `a conflict keeps nothing of its link`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(house.tap("t1"))
    _ = try house.decide(house.tap("t1", link: "keyway://unlock/own/secret"))
    let (record, kept) = try AuditService(environment: house.environment).entry(1)
    #expect(record.members.text("reason") == "tap_conflict")
    #expect(record.members["link"] == nil)
    #expect(record.members["key"] == nil)
    #expect(kept == nil)
  }

  @Test func `a link that is none keeps no text of taps that follow`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.unlocking.decide([house.tap("t1", link: "x"), house.tap("t2")])
    let audit = AuditService(environment: house.environment)
    #expect(try audit.entry(0).rejectedLink == "x")
    #expect(try audit.entry(1).rejectedLink == nil)
  }
}

struct RejectedLink: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let kept: String

  init(_ name: String, _ text: String, kept: String) {
    self.init(name, Array(text.utf8), kept: kept)
  }

  init(_ name: String, _ bytes: [UInt8], kept: String) {
    self.name = name
    self.bytes = bytes
    self.kept = kept
  }

  var testDescription: String { name }

  func tap(at now: Timestamp) -> TapRequest {
    TapRequest(
      tap: TapIdentity(sender: "device:phone", id: "t1"), device: "phone", payload: .link(bytes),
      channel: .qr, tappedAt: now)
  }

  static let all = [
    Self("nothing", "", kept: ""),
    Self("extra segment", "xxx/a/b", kept: "xxx/a/b"),
    Self("query", "keyway://unlock/a/b?token=hunter2", kept: "keyway://unlock/a/b"),
    Self("fragment", "keyway://unlock/a/b#hunter2", kept: "keyway://unlock/a/b"),
    Self("user", "keyway://kim@unlock/a", kept: "keyway://kim"),
    Self("blank and backslash", #"xxx/a \b"#, kept: #"xxx/a\x20\x5Cb"#),
    Self("control", "xxx/\u{1B}[31m\n", kept: #"xxx/\x1B[31m\x0A"#),
    Self("not UTF-8", [0x78, 0xFF, 0x00, 0x7F], kept: #"x\xFF\x00\x7F"#),
    Self(
      "256 bytes", "xxx/" + String(repeating: "a", count: 300),
      kept: "xxx/" + String(repeating: "a", count: 252)),
    Self(
      "megabyte", [UInt8](repeating: 0, count: 1_000_000),
      kept: String(repeating: #"\x00"#, count: 256)),
  ]
}
