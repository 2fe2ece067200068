import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct ShortcutServiceTests {
  private func service(_ house: TestHouse) -> ShortcutService {
    ShortcutService(environment: house.environment)
  }

  private func acknowledge(_ house: TestHouse, _ version: Int64) throws {
    try service(house).acknowledge([(device: .phone, version: version)])
  }

  @Test func `showing changes nothing`() throws {
    let house = try TestHouse()
    try house.furnish()
    let one = try service(house).show(.phone)
    #expect(one.issued.version == 1)
    #expect(!one.isStored)
    #expect(try service(house).show(.phone) == one)
    #expect(try house.store.read { reader in try reader.lastSet(of: .phone) } == nil)
  }

  @Test func `the same content issued twice is the same bytes, also later`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addAction("search") { $0.isStatic = true }
    let one = try service(house).issue(.phone)
    house.advance(by: 86_400_000)
    let two = try service(house).issue(.phone)
    #expect(
      CanonicalJSON.bytes(of: .object(one.json)) == CanonicalJSON.bytes(of: .object(two.json)))
    #expect(two.issued.issuedAt == .morning)
    #expect(two.isStored)
  }

  @Test func `only dynamic items carry the version`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.addAction("search") { $0.isStatic = true }
    let json = try service(house).issue(.phone).json
    guard case .array(let items)? = json["items"], items.count == 2,
      case .object(let fixed) = items[0], case .object(let dynamic) = items[1]
    else {
      Issue.record("\(json)")
      return
    }
    #expect(fixed["userInfo"] == .object([:]))
    #expect(dynamic["userInfo"] == .object(["keyway.list": .integer(1)]))
    #expect(json["limit"] == .integer(4))
    #expect(json.text("issuedAt") == "2026-03-02T08:00:00.000Z")
  }

  @Test func `the version rises with what the phone would see`() throws {
    let house = try TestHouse()
    try house.furnish()
    #expect(try service(house).issue(.phone).issued.version == 1)
    try house.editKey { $0.key.name = "Main door" }
    #expect(try service(house).issue(.phone).issued.version == 2)
    try house.editKey { $0.key.state = .suspended }
    let suspended = try service(house).issue(.phone)
    #expect(suspended.issued.version == 3)
    #expect(suspended.issued.content.omitted == [.init(type: "own", reason: .suspended)])
    try house.editKey { $0.key.state = .active }
    #expect(try service(house).issue(.phone).issued.version == 4)
    try house.addAction("search")
    #expect(try service(house).issue(.phone).issued.version == 5)
  }

  @Test func `the version stays where the phone sees nothing of a change`() throws {
    let house = try TestHouse()
    try house.furnish()
    #expect(try service(house).issue(.phone).issued.version == 1)
    try house.editKey { $0.key.maxUses = 10 }
    try house.editKey { $0.key.schedule = .night }
    try house.addKey("others") { $0.holder = nil }
    try house.addKey("others") {
      $0.holder = nil
      $0.state = .active
    }
    #expect(try service(house).issue(.phone).issued.version == 2)
    try house.set("tap.maxAge", to: "1m")
    #expect(try service(house).issue(.phone).issued.version == 2)
  }

  @Test func `the version rises by time alone`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.validity = .period(from: 1_000, until: 2_000) })
    let before = try service(house).issue(.phone)
    #expect(before.issued.content.omitted == [.init(type: "own", reason: .notYetValid)])
    house.advance(by: 999)
    #expect(try service(house).issue(.phone).issued.version == 1)
    house.advance(by: 1)
    let during = try service(house).issue(.phone)
    #expect(during.issued.version == 2)
    #expect(during.issued.content.items.map(\.type) == ["own"])
    #expect(during.issued.issuedAt == house.now)
    house.advance(by: 1_000)
    let after = try service(house).issue(.phone)
    #expect(after.issued.version == 3)
    #expect(after.issued.content.omitted == [.init(type: "own", reason: .expired)])
  }

  @Test func `the last use used up makes a version`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.maxUses = 1 })
    _ = try service(house).issue(.phone)
    _ = try house.decide(house.tap("t1"))
    let set = try service(house).issue(.phone).issued
    #expect(set.version == 2)
    #expect(set.content.omitted == [.init(type: "own", reason: .usesExhausted)])
  }

  @Test func `what has ended is listed until a set without it was acknowledged`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try service(house).issue(.phone)
    try acknowledge(house, 1)
    try house.editKey { $0.key.state = .revoked }
    let ended = [ShortcutSet.Omitted(type: "own", reason: .revoked)]
    #expect(try service(house).issue(.phone).issued.content.omitted == ended)
    try house.addAction("search")
    #expect(try service(house).issue(.phone).issued.content.omitted == ended)
    try acknowledge(house, 3)
    #expect(try service(house).issue(.phone).issued.version == 3)
    try house.addAction("inbox")
    let set = try service(house).issue(.phone).issued
    #expect(set.version == 4)
    #expect(set.content.omitted.isEmpty)
  }

  @Test(arguments: [0, -1, 2, 3, Int64.max, .min])
  func `a version that was never issued cannot be acknowledged`(_ version: Int64) throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try service(house).issue(.phone)
    for isAcknowledged in [false, true] {
      if isAcknowledged { try acknowledge(house, 1) }
      let error = try #require(throws: ServiceError.self) { try acknowledge(house, version) }
      #expect(error.code == .invalid)
      #expect(error.message.contains("phone"))
    }
  }

  @Test func `acknowledging is all or none`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try service(house).issue(.phone)
    let wrong: [(device: Device.ID, version: Int64)] = [
      (.phone, 1), (Device.ID(trusted: "nobody"), 1),
    ]
    #expect(throws: ServiceError.self) { try service(house).acknowledge(wrong) }
    let record = try house.store.read { reader in try present(reader.devices([.phone])[0]) }
    #expect(record.acknowledgedVersion == nil)
  }

  @Test func `an older acknowledgement that comes late changes nothing`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try service(house).issue(.phone)
    try house.addAction("search")
    _ = try service(house).issue(.phone)
    try acknowledge(house, 2)
    try acknowledge(house, 1)
    try acknowledge(house, 2)
    let record = try house.store.read { reader in try present(reader.devices([.phone])[0]) }
    #expect(record.acknowledgedVersion == 2)
  }

  @Test func `a device is stale until it has acknowledged what it would be issued`() throws {
    let house = try TestHouse()
    try house.furnish()
    #expect(try service(house).staleDevices() == [.phone])
    _ = try service(house).issue(.phone)
    #expect(try service(house).staleDevices() == [.phone])
    try acknowledge(house, 1)
    #expect(try service(house).staleDevices() == [])
    try house.editKey { $0.key.state = .revoked }
    #expect(try service(house).staleDevices() == [.phone])
    _ = try service(house).issue(.phone)
    try acknowledge(house, 2)
    #expect(try service(house).staleDevices() == [])
  }

  @Test func `a device holds a key from one acknowledgement to the next`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try service(house).issue(.phone)
    #expect(try service(house).devices(holding: .own) == [])
    try acknowledge(house, 1)
    #expect(try service(house).devices(holding: .own) == [.phone])
    try house.editKey { $0.key.state = .revoked }
    _ = try service(house).issue(.phone)
    #expect(try service(house).devices(holding: .own) == [.phone])
    try acknowledge(house, 2)
    #expect(try service(house).devices(holding: .own) == [])
  }

  @Test func `an action that looks like a key's id does not hold the key`() throws {
    let house = try TestHouse()
    try house.furnish()
    // The Kelvin sign is canonically equivalent to the letter K.
    try house.addAction("\u{212A}1")
    _ = try service(house).issue(.phone)
    try acknowledge(house, 1)
    #expect(try service(house).devices(holding: Key.ID(trusted: "K1")) == [])
  }

  @Test func `a removed device has no set`() throws {
    let house = try TestHouse()
    try house.furnish(device: { $0.isRemoved = true })
    for id in [Device.ID.phone, Device.ID(trusted: "nobody")] {
      let error = try #require(throws: ServiceError.self) { try service(house).show(id) }
      #expect(error.code == .notFound)
      #expect(throws: ServiceError.self) { try service(house).issue(id) }
    }
    #expect(try service(house).staleDevices() == [])
  }

  @Test func `threads that issue together issue one version`() throws {
    let database = try TemporaryDatabase()
    let one = try TestHouse(path: database.path, seed: 1)
    let other = try TestHouse(path: database.path, seed: 2)
    try one.furnish()
    let sets = try concurrently(8) { index in
      try ShortcutService(environment: (index % 2 == 0 ? one : other).environment).issue(.phone)
    }
    #expect(Set(sets.map(\.issued)).count == 1)
    #expect(sets[0].issued.version == 1)
  }
}
