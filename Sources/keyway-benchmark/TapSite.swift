import CBenchmark
import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore

/// A database with 20,000 doors and 100,000 keys, and taps on them.
final class TapSite {
  static let start: Int64 = 1_772_438_400_000
  static let day = start / 86_400_000
  private static let doorCount = 20_000
  private static let holderCount = 5_000
  private static let keyCount = 100_000

  let directory: String
  let links: LinkConfiguration
  private var generator = BenchmarkGenerator(seed: 13)
  private var doors: [Door.ID] = []
  private var holders: [Holder.ID] = []
  private var devices: [Device.ID] = []
  private(set) var keys: [Key] = []

  init(options: BenchmarkOptions) throws {
    directory = options.directory
    links = try LinkConfiguration(hosts: ["unlock.example.com"])
    unsafe benchmark_remove(template)
    try build()
    unsafe benchmark_store_settle(template)
  }

  deinit {
    unsafe benchmark_remove(template)
  }

  private var template: String { path("template") }

  func path(_ name: String) -> String { "\(directory)/keyway-benchmark-\(name).db" }

  /// A new copy of the database, as nobody has used it yet.
  func copy(_ name: String) throws -> String {
    let copy = path(name)
    guard unsafe benchmark_copy(template, copy) else {
      throw BenchmarkError("the database cannot be copied to \(copy)")
    }
    return copy
  }

  func deviceOf(holder: Int) -> String { devices[holder].text }

  /// Whose phone may use the key, by its place; any one's where the key is for everyone.
  func holder(ofKey index: Int) -> Int { index % Self.holderCount }

  private func build() throws {
    let house = try TapHouse(path: template, seed: 14)
    try house.store.write { transaction in
      try transaction.setSetting("link.hosts", to: links.hosts.joined(separator: ","))
      // Buckets are drawn on and never empty.
      try transaction.setSetting("tap.deviceRate", to: "1000/m")
      try transaction.setSetting("tap.doorRate", to: "1000/m")
    }
    try addDoors(to: house.store)
    try addHolders(to: house.store)
    try addKeys(to: house.store)
    // Makes the day's table, which C does not.
    let tap = TapRequest(
      tap: TapIdentity(sender: "user:0", id: "first"), device: nil,
      payload: .link(Array("xxx/none".utf8)),
      channel: .openURL, tappedAt: Timestamp(milliseconds: Self.start))
    _ = try house.unlocking.decide([tap])
  }

  private func addDoors(to store: any Store) throws {
    let records = (0..<Self.doorCount).map { index in
      let id = Door.ID(trusted: generator.id(at: Self.start - 2_000_000 + Int64(index)))
      doors.append(id)
      return DoorRecord(
        door: Door(
          id: id, name: "Door \(index), north entrance", site: "Site \(index / 16)",
          timeZone: "Europe/Berlin", lock: ["driver": .string("simulator")]),
        secret: secret(index))
    }
    try store.write { try $0.save(doors: records) }
  }

  private func addHolders(to store: any Store) throws {
    var holderRecords: [HolderRecord] = []
    var deviceRecords: [DeviceRecord] = []
    for index in 0..<Self.holderCount {
      let holder = Holder.ID(trusted: generator.id(at: Self.start - 1_000_000 + Int64(index)))
      let device = Device.ID(trusted: generator.id(at: Self.start - 900_000 + Int64(index)))
      holders.append(holder)
      devices.append(device)
      holderRecords.append(
        HolderRecord(
          holder: Holder(id: holder, name: "Holder \(index)"),
          pseudonym: generator.id(at: Int64(generator.below(1 << 40))), secret: secret(index)))
      deviceRecords.append(
        DeviceRecord(
          device: Device(id: device, holder: holder),
          pseudonym: generator.id(at: Int64(generator.below(1 << 40))), secret: secret(index)))
    }
    try store.write { transaction in
      try transaction.save(holders: holderRecords)
      try transaction.save(devices: deviceRecords)
    }
  }

  private func addKeys(to store: any Store) throws {
    keys = (0..<Self.keyCount).map { index in
      var key = Key(
        id: Key.ID(trusted: generator.id(at: Self.start - 500_000 + Int64(index))),
        door: doors[generator.below(Self.doorCount)],
        holder: index % 10 == 0 ? nil : holders[holder(ofKey: index)], name: "Front door")
      switch generator.below(100) {
      case 0: key.state = .suspended
      case 1: key.state = .revoked
      case 2:
        key.validity =
          ValidityPeriod(from: nil, until: Timestamp(milliseconds: Self.start - 1)) ?? .unbounded
      case 3: key.maxUses = 1
      case 4...6: key.maxUses = 1_000
      default: break
      }
      return key
    }
    let records = keys.enumerated().map { KeyRecord(key: $1, uses: 0, secret: secret($0)) }
    try store.write { try $0.save(keys: records) }
  }

  private func secret(_ index: Int) -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: index >> ($0 % 3 * 8)) }
  }
}
