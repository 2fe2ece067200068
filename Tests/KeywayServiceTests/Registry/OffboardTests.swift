import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct OffboardTests {
  private let house: RegistryHouse

  init() throws {
    house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    try house.load(
      """
      {"keyway":1,"devices":[{"id":"phone-3","holder":"h1"},{"id":"phone-4","holder":"h2"}],
       "keys":[{"id":"k5","door":"back","holder":"h1","name":"B","state":"suspended"},
        {"id":"k4","door":"back","holder":"h1","name":"A"},
        {"id":"k6","door":"back","holder":"h2","name":"C"},
        {"id":"k7","door":"back","holder":"h1","name":"D","state":"revoked"}]}
      """)
  }

  private func offboard(_ ids: String..., dryRun: Bool = false) throws -> [String] {
    try house.registry.offboard(
      ids.map { Holder.ID(trusted: $0) }, actor: house.actor, dryRun: dryRun
    ).map { "\($0.record.id) \($0.kind.rawValue)" }
  }

  @Test func `every key and device of the holder ends, and nobody else's`() throws {
    #expect(
      try offboard("h1") == [
        "h1 changed", "phone-1 removed", "phone-3 removed", "k1 changed", "k4 changed",
        "k5 changed",
      ])
    for id in ["k1", "k4", "k5", "k7", "k3"] {
      #expect(try house.registry.show(.keys, id).object["state"] == .string("revoked"))
    }
    for id in ["k2", "k6"] {
      #expect(try house.registry.show(.keys, id).object["state"] == .string("active"))
    }
    #expect(try house.registry.show(.devices, "phone-1").isRemoved)
    #expect(try !house.registry.show(.devices, "phone-2").isRemoved)
    #expect(try !house.registry.show(.devices, "phone-4").isRemoved)
    #expect(try house.registry.show(.holders, "h1").object["state"] == .string("suspended"))
    #expect(try house.registry.show(.holders, "h2").object["state"] == .string("active"))
  }

  @Test func `a key that was revoked before has no entry`() throws {
    let size = try house.logSize()
    _ = try offboard("h2")
    let entries = try house.entries(from: size)
    #expect(entries.map { $0["object"] } == ["holder", "device", "key"].map { .string($0) })
    #expect(entries.last?["id"] == .string("k6"))
  }

  @Test func `several leave together, each once`() throws {
    let changed = try offboard("h2", "h1", "h2")
    #expect(changed.prefix(2) == ["h2 changed", "h1 changed"])
    #expect(changed.count == 9)
    #expect(try offboard("h1", "h2") == ["h1 kept", "h2 kept"])
  }

  @Test func `what a leaver was given later ends when it is done again`() throws {
    _ = try offboard("h1")
    try house.load(
      #"{"keyway":1,"keys":[{"id":"late","door":"back","holder":"h1","name":"Late"}]}"#)
    #expect(try offboard("h1") == ["h1 kept", "late changed"])
  }

  @Test func `one who was removed is refused, and then nobody leaves`() throws {
    _ = try offboard("h1")
    _ = try house.registry.remove(.holders, ["h1"], actor: house.actor)
    let (registry, size) = (try house.export(), try house.logSize())
    let error = try #require(throws: RegistryError.self) { try offboard("h2", "h1") }
    #expect(error.code == .removed)
    #expect(error.message == "holder 'h1' was removed")
    #expect(try house.export() == registry)
    #expect(try house.logSize() == size)
  }

  @Test func `a leaver with nothing is suspended`() throws {
    try house.load(#"{"keyway":1,"holders":[{"id":"h9","name":"N"}]}"#)
    #expect(try offboard("h9") == ["h9 changed"])
  }

  @Test func `the leaver's phone opens nothing, and what is given later does not either`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addKey("open") { $0 = Key(id: $0.id, door: .front, holder: nil, name: "Open") }
    #expect(try house.decide(house.tap("t1", link: "xxx/open")).decision == .granted)
    let actor = Actor(name: "user:1000")
    _ = try house.registry.offboard([.kim], actor: actor)
    #expect(
      try house.decide(house.tap("t2", link: "xxx/open")).decision
        == .denied(Refusal(.revoked, .device)))
    let explanation = try AccessExplanation(
      of: .own, at: house.now, device: nil, environment: house.environment)
    #expect(explanation.decision == .denied(Refusal(.revoked)))
    _ = try house.registry.add(
      .devices, ["id": .string("new"), "holder": .string("kim")], actor: actor)
    try house.addKey("late")
    #expect(
      try house.decide(house.tap("t3", link: "xxx/late", device: "new")).decision
        == .denied(Refusal(.suspended, .holder)))
  }

  @Test func `a command on a key for everyone is stopped for the leaver's phone alone`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addKey("open") { $0 = Key(id: $0.id, door: .front, holder: nil, name: "Open") }
    let answer = try house.decide(house.tap("t1", link: "xxx/open"))
    _ = try house.registry.offboard([.kim], actor: Actor(name: "user:1000"))
    let driver = RecordingDriver()
    #expect(try house.dispatch(answer, driver).detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
    let other = try house.decide(house.tap("t2", link: "xxx/open", device: nil))
    #expect(try house.dispatch(other, driver).state == .acknowledged)
  }
}
