import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct AdministrationLogTests {
  private let house: RegistryHouse

  init() throws {
    house = try RegistryHouse()
    try house.load(RegistryHouse.site)
  }

  @Test func `a change is one entry with what decides in clear`() throws {
    let size = try house.logSize()
    _ = try house.registry.edit(
      .keys, "k1",
      [
        "maxUses": .integer(2), "name": .string("Aoi's"), "holder": .string("h2"),
        "rank": .integer(2),
      ], actor: Actor(name: "user:1000", because: "Aoi moved out"))
    let entries = try house.entries(from: size)
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    let (key, ben) = try house.store.read { reader in
      (
        try #require(try reader.keys([.init(trusted: "k1")])[0]),
        try #require(try reader.holders([.init(trusted: "h2")])[0])
      )
    }
    let actor = try house.store.read { reader in try reader.pseudonym(ofActor: "user:1000") }
    let wanted: JSONObject = [
      "v": .integer(1), "seq": .integer(size), "kind": .string("administration"),
      "at": .string("2026-03-02T08:00:00.000Z"), "actor": .string(try #require(actor)),
      "because": house.hash("Aoi moved out", key.secret), "verb": .string("edit"),
      "object": .string("key"), "id": .string("k1"),
      "set": .object([
        "maxUses": .integer(2), "name": house.hash("Aoi's", key.secret),
        "holder": .string(ben.pseudonym),
      ]),
    ]
    #expect(entry.text == wanted.text)
  }

  @Test func `people and phones stand in it by pseudonym only`() throws {
    _ = try house.registry.suspend(.devices, ["phone-1"], actor: house.actor)
    _ = try house.registry.suspend(.holders, ["h1"], actor: house.actor)
    let log = try house.entries().map(\.text).joined(separator: "\n")
    for word in ["Aoi", "Ben", "\"h1\"", "\"h2\"", "phone-", "Head office", "user:", "\"ja\""] {
      #expect(!log.contains(word), "\(word)")
    }
    #expect(log.contains(#""set":{"state":"suspended"}"#))
  }

  @Test func `each verb says what was done`() throws {
    let size = try house.logSize()
    let (registry, actor) = (house.registry, house.actor)
    _ = try registry.suspend(.keys, ["k1"], actor: actor)
    _ = try registry.resume(.keys, ["k1"], actor: actor)
    _ = try registry.revoke([.init(trusted: "k1")], actor: actor)
    _ = try registry.setMode(.lockedDown, of: .all, actor: actor)
    _ = try registry.remove(.devices, ["phone-1"], actor: actor)
    _ = try registry.add(.holders, ["name": .string("N")], actor: actor)
    let entries = try house.entries(from: size)
    let verbs = ["suspend", "resume", "revoke", "mode", "mode", "remove", "add"]
    #expect(entries.map { $0["verb"] } == verbs.map { .string($0) })
    #expect(entries.map { $0["seq"] } == (size..<size + 7).map { .integer($0) })
  }

  @Test func `the longest record makes an entry that the log takes`() throws {
    let windows = (0..<100).map { minute in
      #"{"days":["mon","tue","wed","thu","fri","sat","sun"],"from":"00:\#(10 + minute % 50)","until":"24:00"}"#
    }
    let dates = (0..<3660).map { "\"\(CivilDate(daysSinceEpoch: 20_000 + $0))\"" }
    let name = String(repeating: "x", count: 255)
    let report = try house.load(
      """
      {"keyway":1,"doors":[{"id":"\(name.prefix(64))","name":"\(name)","site":"\(name)",
        "timeZone":"Asia/Tokyo","exceptions":[\(dates.joined(separator: ","))]}],
       "keys":[{"id":"\(name.prefix(63))","name":"\(name)","door":"front","holder":"h1",
        "schedule":[\(windows.joined(separator: ","))],
        "shortcut":{"userInfo":{"x":"\(String(repeating: "y", count: 100_000))"}}}]}
      """)
    #expect(report.counts(of: .keys).added == 1)
    let longest = try house.entries().map(\.text.utf8.count).max() ?? 0
    #expect((40_000...65_535).contains(longest))
  }
}

extension RegistryHouse {
  fileprivate func hash(_ text: String, _ secret: [UInt8]) -> JSONValue {
    let bytes = Array(text.utf8)
    let code = HMACSHA256(key: secret.span).code(for: bytes.span)
    return .object(["hmac": .string(code.hex)])
  }
}
