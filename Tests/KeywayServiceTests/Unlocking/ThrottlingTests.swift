import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ThrottlingTests {
  private static let ofDevice = Decision.denied(Refusal(.throttled, .device))
  private static let ofDoor = Decision.denied(Refusal(.throttled, .door))

  /// Ten taps a minute for each device, fifteen for each door.
  private static func house(path: String = ":memory:", seed: UInt64 = 1) throws -> TestHouse {
    try TestHouse(path: path, seed: seed, isThrottled: true)
  }

  private func decisions(_ house: TestHouse, _ taps: [TapRequest]) throws -> [Decision] {
    try house.unlocking.decide(taps).map(\.decision)
  }

  @Test func `the eleventh tap of a device within a minute waits for its token`() throws {
    let house = try Self.house()
    try house.furnish()
    let taps = (1...11).map { house.tap("t\($0)") }
    let answers = try house.unlocking.decide(taps)
    #expect(answers.prefix(10).allSatisfy { $0.decision == .granted })
    #expect(answers[10].decision == Self.ofDevice)
    #expect(answers[10].retryAfter == 6)
    #expect(answers[10].members["retryAfter"] == .integer(6))
    house.advance(by: 5_999)
    let early = try house.decide(house.tap("t12"))
    #expect(early.decision == Self.ofDevice)
    #expect(early.retryAfter == 1)
    house.advance(by: 1)
    #expect(try house.decide(house.tap("t13")).decision == .granted)
    #expect(try house.decide(house.tap("t14")).decision == Self.ofDevice)
  }

  @Test func `probing is throttled, and a throttled tap tells nothing of what it names`() throws {
    let house = try Self.house()
    try house.furnish(door: { $0.name = "Front" })
    let probes = (1...10).map { house.tap("p\($0)", link: "xxx/guess-\($0)") }
    #expect(
      try decisions(house, probes).allSatisfy { $0 == .denied(Refusal(.unknownKey)) })
    let links = ["xxx/own", "xxx/nobody", "xxx/front", "keyway://open/own"]
    let answers = try house.unlocking.decide(
      links.enumerated().map { house.tap("q\($0)", link: $1) })
    for (index, answer) in answers.enumerated() {
      var members = answer.members
      members["tap"] = nil
      #expect(
        members == [
          "outcome": .string("denied"), "reason": .string("throttled"),
          "detail": .string("device"), "retryAfter": .integer(6),
        ], "\(links[index])")
    }
    let entries = try house.entries()
    #expect(entries.count == 11)
    #expect(entries[10].text("reason") == "throttled")
    #expect(entries[10].text("rule") == "tap.deviceRate")
    #expect(entries[10].text("device") == "p-phone")
    for member in ["key", "door", "link", "length", "item"] { #expect(entries[10][member] == nil) }
  }

  @Test func `a door opens fifteen times a minute, whoever taps`() throws {
    let house = try Self.house()
    try house.furnish()
    try house.addPhone("phone-2")
    let first = (1...8).map { house.tap("a\($0)") }
    let second = (1...8).map { house.tap("b\($0)", device: "phone-2") }
    let answers = try house.unlocking.decide(first + second)
    #expect(answers.prefix(15).allSatisfy { $0.decision == .granted })
    #expect(answers[15].decision == Self.ofDoor)
    #expect(answers[15].retryAfter == 4)
    #expect(answers[15].door == "front")
    #expect(try house.entries("decision").last?.text("rule") == "tap.doorRate")
    house.advance(by: 4_000)
    #expect(try house.decide(house.tap("a9")).decision == .granted)
  }

  @Test func `bad taps keep nobody else out`() throws {
    let house = try Self.house()
    try house.furnish()
    try house.addPhone("phone-2")
    try house.store.write { tx in
      try tx.save(holders: [
        HolderRecord(
          holder: Holder(id: Holder.ID(trusted: "lee"), name: "Lee"), pseudonym: "p-lee",
          secret: TestHouse.secret)
      ])
      for phone in 0..<10 {
        try tx.save(devices: [
          DeviceRecord(
            device: Device(
              id: Device.ID(trusted: "lee-\(phone)"), holder: Holder.ID(trusted: "lee")),
            pseudonym: "p-lee-\(phone)", secret: TestHouse.secret)
        ])
      }
    }
    let taps = (0..<500).map { index in
      index % 3 == 0
        ? house.tap("n\(index)", device: nil)
        : house.tap(
          "x\(index)", device: index % 3 == 1 ? "lee-\(index % 10)" : "stranger-\(index)")
    }
    #expect(try !decisions(house, taps).contains(.granted))
    #expect(try house.decide(house.tap("t1")).decision == .granted)
    #expect(try house.decide(house.tap("t2", device: "phone-2")).decision == .granted)
  }

  @Test func `the throttled taps of a device share one entry a minute`() throws {
    let house = try Self.house()
    try house.furnish()
    for minute in 0..<3 {
      for second in 0..<59 {
        _ = try house.unlocking.decide(
          (0..<10).map { house.tap("t\(minute)-\(second)-\($0)") })
        house.advance(by: 1_000)
      }
      let throttled = try house.entries("decision").filter { $0.text("reason") == "throttled" }
      #expect(throttled.count == minute + 1)
      house.advance(by: 1_000)
    }
  }

  @Test func `a repeat of a throttled tap gets its answer`() throws {
    let house = try Self.house()
    try house.furnish()
    _ = try house.unlocking.decide((1...10).map { house.tap("t\($0)") })
    let first = try house.decide(house.tap("late"))
    #expect(first.decision == Self.ofDevice)
    house.advance(by: 20_000)
    let repeated = try house.decide(house.tap("late"))
    #expect(repeated.decision == Self.ofDevice)
    #expect(repeated.retryAfter == first.retryAfter)
    #expect(repeated.repeated == "late")
    #expect(try house.decide(house.tap("other")).decision == .granted)
  }

  @Test func `a repeat takes no token`() throws {
    let house = try Self.house()
    try house.furnish()
    for _ in 0..<30 { #expect(try house.decide(house.tap("t1")).decision == .granted) }
    #expect(
      try decisions(house, (2...10).map { house.tap("t\($0)") }).allSatisfy { $0 == .granted })
  }

  @Test(arguments: ["xxx/own/x", "xxx/own?exp=1&kid=a&n=b&sig=c"])
  func `refusals that ask no bucket share entries in a flood, and leave the device its tokens`(
    _ link: String
  ) throws {
    let house = try Self.house()
    try house.set("link.hosts", to: "keys.example")
    try house.furnish()
    for batch in 0..<20 {
      let taps = (0..<100).map { house.tap("f\(batch)-\($0)", link: link) }
      #expect(Set(try decisions(house, taps)).count == 1)
    }
    // A thousand have entries of their own, the others one together.
    #expect(try house.entries().count == 1_001)
    #expect(try house.decide(house.tap("t1")).decision == .granted)
  }

  @Test func `a tap id used again and again with other content shares entries, too`() throws {
    let house = try Self.house()
    try house.furnish()
    for batch in 0..<20 {
      let taps = (0..<100).map { house.tap("t1", link: "xxx/other-\(batch)-\($0)") }
      _ = try house.unlocking.decide(taps)
    }
    // The first tap's own, a thousand conflicts, and one for the others.
    #expect(try house.entries().count == 1_002)
  }

  @Test func `a flood from nobody's phone is throttled, and keys for everyone still open`() throws {
    let house = try Self.house()
    try house.furnish(key: { $0.holder = nil })
    var seen: Set<Decision> = []
    for batch in 0..<15 {
      let taps = (0..<100).map { house.tap("f\(batch)-\($0)", link: "xxx/g\($0)", device: nil) }
      seen.formUnion(try decisions(house, taps))
    }
    #expect(seen == [.denied(Refusal(.unknownKey)), Self.ofDevice])
    #expect(try house.entries().count == 1_001)
    #expect(try house.decide(house.tap("t1", device: nil)).decision == .granted)
  }

  @Test func `what a flood leaves is bounded`() throws {
    let house = try Self.house()
    try house.furnish()
    for batch in 0..<30 {
      _ = try house.unlocking.decide(
        (0..<100).map { index in
          house.tap(
            "f\(batch)-\(index)", link: index % 2 == 0 ? "xxx/own" : "xxx/g\(index)",
            device: "stranger-\(batch)-\(index)")
        } + (0..<100).map { house.tap("g\(batch)-\($0)") })
    }
    // 10 grants, one entry of the phone, a thousand of strangers and one for the rest.
    #expect(try house.entries("decision").count == 1_012)
    let remembered = try house.store.read { reader in
      try (0..<3_000).filter { index in
        try !reader.attempts(named: "f\(index / 100)-\(index % 100)").isEmpty
      }.count
    }
    #expect((1_000...1_060) ~= remembered)
  }

  @Test func `rates that are off deny nothing and keep nothing`() throws {
    let house = try Self.house()
    try house.set("tap.deviceRate", to: "0")
    try house.set("tap.doorRate", to: "0")
    try house.furnish()
    #expect(
      try decisions(house, (0..<100).map { house.tap("t\($0)") }).allSatisfy { $0 == .granted })
    let kept = try house.store.read { try $0.throttles([.device(.phone), .door(.front)]) }
    #expect(kept == [nil, nil])
  }

  @Test func `a rate that is set counts for the next tap`() throws {
    let house = try Self.house()
    try house.furnish()
    _ = try house.unlocking.decide((1...10).map { house.tap("t\($0)") })
    #expect(try house.decide(house.tap("t11")).decision == Self.ofDevice)
    // What was drawn stays drawn; it comes back faster.
    try house.set("tap.deviceRate", to: "60/m")
    house.advance(by: 1_000)
    #expect(try house.decide(house.tap("t12")).decision == .granted)
    try house.set("tap.doorRate", to: "1/h")
    house.advance(by: 1_000)
    #expect(try house.decide(house.tap("t13")).decision == Self.ofDoor)
  }

  @Test func `a rehearsal takes no token and says when there is one`() throws {
    let house = try Self.house()
    try house.furnish()
    for index in 0..<30 {
      #expect(try house.unlocking.rehearse(house.tap("r\(index)")).0.decision == .granted)
    }
    #expect(
      try decisions(house, (1...10).map { house.tap("t\($0)") }).allSatisfy { $0 == .granted })
    let (answer, explanation) = try house.unlocking.rehearse(house.tap("t11"))
    #expect(answer.decision == Self.ofDevice)
    #expect(
      explanation?.next == .at(Timestamp(milliseconds: house.now.milliseconds + 6_000)))
    #expect(explanation?.rule == "tap.deviceRate")
  }

  @Test func `two processes draw on the same buckets`() throws {
    let database = try TemporaryDatabase()
    let houses = try [
      Self.house(path: database.path), Self.house(path: database.path, seed: 2),
    ]
    try houses[0].furnish()
    let answers = try (1...16).map { try houses[$0 % 2].decide(houses[0].tap("t\($0)")) }
    #expect(answers.filter { $0.decision == .granted }.count == 10)
  }

  @Test func `buckets are full in a copy of the registry`() throws {
    let house = try Self.house()
    try house.furnish()
    _ = try house.unlocking.decide((1...11).map { house.tap("t\($0)") })
    let copy = try Self.house(seed: 3)
    try RegistryCopy().copy(from: house.store, to: copy.store)
    #expect(try copy.decide(copy.tap("t11")).decision == .granted)
  }
}
