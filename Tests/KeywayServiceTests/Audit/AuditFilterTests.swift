import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct AuditFilterTests {
  /// Two doors on two sites, two phones of two holders, one key for everyone.
  private func house() throws -> TestHouse {
    let house = try TestHouse()
    try house.furnish()
    let lee = Holder(id: .lee, name: "Lee")
    let second = Device(id: .second, holder: .lee)
    let back = Door(id: .back, name: "Back", site: "Barn", timeZone: "UTC")
    let rear = Key(id: .rear, door: .back, holder: nil, name: "Rear")
    let secret = TestHouse.secret
    try house.store.write { tx in
      try tx.save(holders: [HolderRecord(holder: lee, pseudonym: "p-lee", secret: secret)])
      try tx.save(devices: [DeviceRecord(device: second, pseudonym: "p-second", secret: secret)])
      try tx.save(doors: [DoorRecord(door: back, secret: secret)])
      try tx.save(keys: [KeyRecord(key: rear, uses: 0, secret: secret)])
      try tx.addActor("user:0", pseudonym: "p-root")
    }
    // 0: Kim opens the front door. 1: Lee cannot. 2: Lee opens the back door.
    _ = try house.decide(house.tap("t0"))
    house.advance(by: 1_000)
    _ = try house.decide(house.tap("t1", device: "second"))
    house.advance(by: 1_000)
    _ = try house.decide(house.tap("t2", link: "xxx/rear", device: "second"))
    house.advance(by: 1_000)
    // 3: a link that is none, of no phone. 4: the lock of the front door.
    _ = try house.decide(house.tap("t3", link: "?", device: nil))
    let command = try present(house.entries()[0].text("command"))
    house.advance(by: 1_000)
    _ = try house.dispatcher(RecordingDriver()).dispatch(LockCommand.ID(trusted: command))
    return house
  }

  private func sequences(
    _ house: TestHouse, edit: (inout AuditFilter) -> Void
  ) throws -> [Int64] {
    var filter = AuditFilter()
    edit(&filter)
    var sequences: [Int64] = []
    try AuditService(environment: house.environment).forEach(filter) {
      sequences.append($0.sequence)
    }
    return sequences
  }

  @Test func `each filter alone`() throws {
    let house = try house()
    let start = Timestamp.morning.milliseconds
    #expect(try sequences(house) { _ in } == [0, 1, 2, 3, 4, 5])
    #expect(try sequences(house) { $0.key = .own } == [0, 1])
    #expect(try sequences(house) { $0.door = .front } == [0, 1, 4, 5])
    #expect(try sequences(house) { $0.site = "Barn" } == [2])
    #expect(try sequences(house) { $0.site = "barn" } == [])
    #expect(try sequences(house) { $0.holder = .lee } == [1, 2])
    #expect(try sequences(house) { $0.device = .phone } == [0])
    #expect(try sequences(house) { $0.outcome = "denied" } == [1, 3])
    #expect(try sequences(house) { $0.reason = "wrong_holder" } == [1])
    #expect(try sequences(house) { $0.actor = "user:0" } == [])
    #expect(
      try sequences(house) { $0.since = Timestamp(milliseconds: start + 2_000) } == [2, 3, 4, 5])
    #expect(try sequences(house) { $0.until = Timestamp(milliseconds: start + 2_000) } == [0, 1])
  }

  @Test func `filters together are all to hold`() throws {
    let house = try house()
    #expect(
      try sequences(house) {
        $0.holder = .lee
        $0.outcome = "granted"
      } == [2])
    #expect(
      try sequences(house) {
        $0.site = "Home"
        $0.device = .second
        $0.reason = "wrong_holder"
        $0.since = .morning
        $0.until = Timestamp(milliseconds: Timestamp.morning.milliseconds + 1_001)
      } == [1])
    #expect(
      try sequences(house) {
        $0.key = .own
        $0.door = .back
      } == [])
  }

  @Test func `a filter for what nobody knows is an error, not an empty answer`() throws {
    let house = try house()
    let edits: [(inout AuditFilter) -> Void] = [
      { $0.holder = Holder.ID(trusted: "nobody") }, { $0.device = Device.ID(trusted: "nobody") },
      { $0.actor = "user:99" },
    ]
    for edit in edits {
      let error = try #require(throws: ServiceError.self) { try sequences(house, edit: edit) }
      #expect(error.code == .notFound)
    }
  }

  @Test(arguments: [
    (0, []), (1, [5]), (2, [4, 5]), (6, [0, 1, 2, 3, 4, 5]), (99, [0, 1, 2, 3, 4, 5]),
  ])
  func `the last entries are the last, ascending`(_ count: Int, _ expected: [Int64]) throws {
    let audit = try AuditService(environment: house().environment)
    #expect(try audit.last(count, AuditFilter()).map(\.sequence) == expected)
  }

  @Test func `the last of many are the last`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.unlocking.decide((0..<500).map { house.tap("t\($0)") })
    let audit = AuditService(environment: house.environment)
    #expect(try audit.last(7, AuditFilter()).map(\.sequence) == Array(493..<500))
  }

  @Test func `what is exported is what was hashed`() throws {
    let house = try house()
    let audit = AuditService(environment: house.environment)
    for (sequence, body) in try house.bodies().enumerated() {
      let record = try audit.entry(Int64(sequence)).record
      #expect(record.body == body)
      #expect(record.json.text("leaf") == record.leaf)
      #expect(record.leaf.utf8.count == 64)
    }
    for sequence in [-1, 6, Int64.max] {
      #expect(throws: ServiceError.self) { try audit.entry(sequence) }
    }
  }
}

extension Identifier where Owner == Door {
  fileprivate static var back: Self { Self(trusted: "back") }
}

extension Identifier where Owner == Holder {
  fileprivate static var lee: Self { Self(trusted: "lee") }
}

extension Identifier where Owner == Device {
  fileprivate static var second: Self { Self(trusted: "second") }
}

extension Identifier where Owner == Key {
  fileprivate static var rear: Self { Self(trusted: "rear") }
}
