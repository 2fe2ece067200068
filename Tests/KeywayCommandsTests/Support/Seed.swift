import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayStore

/// A registry that tests start from, written without the commands that are tested.
///
/// The door `front` in Tokyo with the keys `k1` (everyone), `k2` (holder `h1`), `gone` (revoked)
/// and `once` (one use), the door `dead` without a lock and the key `kdead`, the holder `h1` named
/// Aoi with the phone `phone-1`, the phone `phone-2` of nobody, and the actions `search` and
/// `New Message`.
enum Seed {
  static func store(at path: String) throws -> SQLiteStore {
    let random = SystemRandom()
    return try SQLiteStore(
      path: path, now: Timestamp(milliseconds: 0), random: { random.bytes($0) })
  }

  static func registry(at path: String) throws {
    let secret = [UInt8](repeating: 7, count: 32)
    let holder = Holder.ID(trusted: "h1")
    try store(at: path).write { tx in
      try tx.save(doors: doors.map { DoorRecord(door: $0, secret: secret) })
      try tx.save(holders: [
        HolderRecord(
          holder: Holder(id: holder, name: "Aoi"), pseudonym: "ph1", secret: secret)
      ])
      try tx.save(devices: [
        DeviceRecord(
          device: Device(id: Device.ID(trusted: "phone-1"), holder: holder), pseudonym: "pd1",
          secret: secret),
        DeviceRecord(
          device: Device(id: Device.ID(trusted: "phone-2")), pseudonym: "pd2", secret: secret),
      ])
      try tx.save(keys: keys.map { KeyRecord(key: $0, uses: 0, secret: secret) })
      try tx.save(actions: actions.map { ActionRecord(action: $0, secret: secret) })
    }
  }

  private static var doors: [Door] {
    [
      Door(
        id: Door.ID(trusted: "front"), name: "Front door", site: "Head office",
        timeZone: "Asia/Tokyo", lock: ["driver": .string("simulator")]),
      Door(id: Door.ID(trusted: "dead"), name: "Dead end", timeZone: "Europe/Berlin"),
    ]
  }

  private static var keys: [Key] {
    let front = Door.ID(trusted: "front")
    return [
      Key(id: Key.ID(trusted: "k1"), door: front, holder: nil, name: "Front door"),
      Key(
        id: Key.ID(trusted: "k2"), door: front, holder: Holder.ID(trusted: "h1"), name: "Own"),
      Key(id: Key.ID(trusted: "gone"), door: front, holder: nil, name: "Old", state: .revoked),
      Key(id: Key.ID(trusted: "once"), door: front, holder: nil, name: "Once", maxUses: 1),
      Key(
        id: Key.ID(trusted: "kdead"), door: Door.ID(trusted: "dead"), holder: nil, name: "Dead"),
    ]
  }

  private static var actions: [Action] {
    [
      Action(type: ActionType(trusted: "search"), title: "Search", screen: "finder"),
      Action(type: ActionType(trusted: "New Message"), title: "Write", screen: "compose"),
    ]
  }
}

extension Program {
  /// A program whose database holds ``Seed``.
  static func seeded() throws -> Program {
    let program = try Program()
    try Seed.registry(at: program.database)
    return program
  }
}
