import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct TapBatchTests {
  /// Two houses of the same seed: one decides tap by tap, the other all at once.
  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
  func `a batch leaves the same rows as its taps one by one`(_ seed: UInt64) throws {
    let single = try TestHouse.mixed()
    let batch = try TestHouse.mixed()
    let taps = TapMix(seed: seed).taps(60, in: single)
    let answers = try taps.map { try single.decide($0) }
    #expect(try batch.unlocking.decide(taps) == answers, "seed \(seed)")
    #expect(try batch.rows(of: taps) == single.rows(of: taps), "seed \(seed)")
    let reasons = Set(answers.map(\.decision))
    #expect(reasons.count >= 6, "the mix of seed \(seed) has become too plain: \(reasons)")
  }
}

/// Taps of all kinds, with repeats and conflicts among them.
private struct TapMix {
  private var generator: SeededGenerator
  private static let links = [
    "keyway://unlock/own", "xxx/own", "keyway://unlock/limited", "xxx/everyone", "xxx/ended",
    "keyway://unlock/front", "xxx/nothing", "keyway://open/search", "keyway://lock/own",
    "xxx/own?a",
    "xxx/a b",
  ]
  private static let items = ["own", "limited", "everyone", "search", "front", "No such thing"]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  func taps(_ count: Int, in house: TestHouse) -> [TapRequest] {
    var mix = self
    return (0..<count).map { _ in mix.tap(in: house) }
  }

  private mutating func tap(in house: TestHouse) -> TapRequest {
    // Few ids, so that many come again, with the same content or another.
    let id = "t\(Int.random(in: 0..<40, using: &generator))"
    let device =
      ["phone", "phone", "phone", "nobodys", "lost", nil]
      .randomElement(using: &generator) ?? nil
    if Bool.random(using: &generator) {
      let item = Self.items.randomElement(using: &generator) ?? "own"
      return house.tap(id, item: item, device: device)
    }
    let age = Int64([0, 0, 0, 500, 60_000].randomElement(using: &generator) ?? 0)
    return house.tap(
      id, link: Self.links.randomElement(using: &generator) ?? "xxx/own", device: device,
      tappedAt: Timestamp(milliseconds: house.now.milliseconds - age),
      isConfirmed: Bool.random(using: &generator))
  }
}

/// What a tap may leave in the store.
private struct Rows: Equatable {
  let entries: [JSONObject]
  let attempts: [[Attempt]]
  let commands: [LockCommand]
  let commandTaps: [[CommandTap]]
  let uses: [Int64?]
}

extension TestHouse {
  /// The house of ``furnish()`` with more keys, an action and a phone of nobody.
  fileprivate static func mixed() throws -> TestHouse {
    let house = try TestHouse(seed: 9)
    try house.furnish()
    let secret = [UInt8](repeating: 8, count: 32)
    var limited = Key(id: Key.ID(trusted: "limited"), door: .front, holder: .kim, name: "Limited")
    limited.maxUses = 3
    let everyone = Key(id: Key.ID(trusted: "everyone"), door: .front, holder: nil, name: "All")
    var ended = Key(id: Key.ID(trusted: "ended"), door: .front, holder: nil, name: "Ended")
    ended.state = .revoked
    let search = Action(type: ActionType(trusted: "search"), title: "Search", screen: "search")
    let phone = Device(id: Device.ID(trusted: "nobodys"))
    try house.store.write { tx in
      try tx.save(
        keys: [limited, everyone, ended].map { KeyRecord(key: $0, uses: 0, secret: secret) })
      try tx.save(actions: [ActionRecord(action: search, secret: secret)])
      try tx.save(devices: [DeviceRecord(device: phone, pseudonym: "p-nobody", secret: secret)])
    }
    return house
  }

  fileprivate func rows(of taps: [TapRequest]) throws -> Rows {
    let entries = try entries()
    return try store.read { reader in
      let commands = try reader.commandsInFlight()
      return Rows(
        entries: entries, attempts: try taps.map { try reader.attempts(named: $0.tap.id) },
        commands: commands, commandTaps: try commands.map { try reader.taps(onCommand: $0.id) },
        uses: try reader.keys([Key.ID(trusted: "limited")]).map { $0?.uses })
    }
  }
}
