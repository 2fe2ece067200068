import CBenchmark
import KeywayCore
import KeywaySQLite
import KeywayStore

/// A database of phones whose holders have four keys each.
final class SetSite {
  static let now = Timestamp(milliseconds: TapSite.start)
  private static let doors = 20_000
  private static let batch = 2_000

  let devices: Int
  private let directory: String
  private let secret = [UInt8](repeating: 7, count: 32)

  init(options: BenchmarkOptions) throws {
    devices = options.isQuick ? min(options.devices, 10_000) : options.devices
    directory = options.directory
    unsafe benchmark_remove(template)
    let store = try Self.store(template)
    try fillDoors(store)
    for first in stride(from: 0, to: devices, by: Self.batch) {
      try fill(store, first..<min(first + Self.batch, devices))
      store.maintain()
    }
    unsafe benchmark_store_settle(template)
  }

  deinit { unsafe benchmark_remove(template) }

  /// A new copy, as nobody has used it yet.
  func copy(_ name: String) throws -> String {
    let copy = path(name)
    guard unsafe benchmark_copy(template, copy) else {
      throw BenchmarkError("the database cannot be copied to \(copy)")
    }
    return copy
  }

  func path(_ name: String) -> String { "\(directory)/keyway-benchmark-\(name).db" }

  static func store(_ path: String) throws -> any Store {
    try SQLiteStore(path: path, now: now, random: { [UInt8](repeating: 5, count: $0) })
  }

  /// The one key of a holder that the benchmark changes.
  static func key(_ index: Int) -> Key.ID { Key.ID(trusted: id(index, 3)) }

  private var template: String { path("sets") }

  /// Sorts by the number.
  private static func id(_ number: Int, _ kind: UInt64) -> String {
    var random: [UInt8] = []
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ kind
    for _ in 0..<GeneratedIdentifier.randomBytes {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      random.append(UInt8(truncatingIfNeeded: state >> 56))
    }
    return GeneratedIdentifier.text(
      at: Timestamp(milliseconds: TapSite.start + Int64(number)), random: random)
  }

  private func fillDoors(_ store: any Store) throws {
    try store.write { tx in
      // Buckets are drawn on and never empty.
      try tx.setSetting("tap.deviceRate", to: "1000/m")
      try tx.setSetting("tap.doorRate", to: "1000/m")
      try tx.save(
        doors: (0..<Self.doors).map { number in
          DoorRecord(
            door: Door(
              id: Door.ID(trusted: Self.id(number, 0)), name: "Door \(number)",
              site: "Site \(number % 500), north", timeZone: "Europe/Berlin"),
            secret: secret)
        })
    }
  }

  private func fill(_ store: any Store, _ numbers: Range<Int>) throws {
    try store.writePatiently { tx in
      try tx.save(
        holders: numbers.map { number in
          HolderRecord(
            holder: Holder(id: Self.holder(number), name: "Person \(number)"),
            pseudonym: "h\(number)", secret: secret)
        })
      try tx.save(
        devices: numbers.map { number in
          DeviceRecord(
            device: Device(id: Self.device(number), holder: Self.holder(number)),
            pseudonym: "d\(number)", secret: secret)
        })
      try tx.save(keys: numbers.flatMap { number in (0..<4).map { key(number * 4 + $0) } })
    }
  }

  static func device(_ number: Int) -> Device.ID { Device.ID(trusted: id(number, 2)) }

  private static func holder(_ number: Int) -> Holder.ID { Holder.ID(trusted: id(number, 1)) }

  private func key(_ number: Int) -> KeyRecord {
    KeyRecord(
      key: Key(
        id: Self.key(number), door: Door.ID(trusted: Self.id(number * 13 % Self.doors, 0)),
        holder: Self.holder(number / 4),
        name: number % 4 == 1 ? "Café \"\(number % 5000)\"" : "Office \(number % 5000)",
        rank: Int64(number % 4)),
      uses: 0, secret: secret)
  }
}
