import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

/// Holders with a phone and a key each.
struct Street {
  static let phones = (0..<3).map(phone)
  static let secret = [UInt8](repeating: 7, count: 32)

  let house: TestHouse
  let shortcuts: ShortcutService

  static func phone(_ index: Int) -> String { "phone-\(number(index))" }

  private static func number(_ index: Int) -> String {
    String(repeating: "0", count: 3 - String(index).count) + String(index)
  }

  /// - Parameter isSettled: whether all have acknowledged their sets.
  init(phones: Int = 3, isSettled: Bool = true, path: String = ":memory:") throws {
    house = try TestHouse(path: path)
    shortcuts = ShortcutService(environment: house.environment)
    try house.store.write { tx in
      let door = Door(id: .front, name: "Front", site: "Home", timeZone: "Europe/Berlin")
      try tx.save(doors: [DoorRecord(door: door, secret: Self.secret)])
      let search = Action(type: ActionType(trusted: "search"), title: "Search", screen: "search")
      try tx.save(actions: [ActionRecord(action: search, secret: Self.secret)])
      for index in 0..<phones {
        let number = Self.number(index)
        let holder = Holder(id: .init(trusted: "h\(number)"), name: "H")
        try tx.save(holders: [
          HolderRecord(holder: holder, pseudonym: "h\(index)", secret: Self.secret)
        ])
        let phone = Device(
          id: .init(trusted: "phone-\(number)"), holder: holder.id, language: "de")
        try tx.save(devices: [
          DeviceRecord(device: phone, pseudonym: "p\(index)", secret: Self.secret)
        ])
        let key = Key(
          id: .init(trusted: "k\(number)"), door: .front, holder: holder.id, name: "Front",
          localizations: .only("ja", .init(title: "正面玄関")))
        try tx.save(keys: [KeyRecord(key: key, uses: 0, secret: Self.secret)])
      }
    }
    if isSettled { try settle() }
  }

  /// Runs the job, on a store of its own when one is given, and answers with what was delivered.
  func run(
    _ options: SetJob.Options = .init(), store: (any Store)? = nil
  ) throws -> (report: SetJob.Report, sets: [String: String]) {
    let environment = ServiceEnvironment(
      store: store ?? house.store, now: { house.now }, random: { .init(repeating: 1, count: $0) },
      zones: .none)
    var sink = Sink()
    let report = try SetJob(environment: environment, options: options).run(to: &sink)
    return (report, sink.sets)
  }

  func report(delivered: Int = 0, issued: Int = 0) -> SetJob.Report {
    var report = SetJob.Report()
    report.delivered = delivered
    report.issued = issued
    return report
  }

  /// Gives every phone its set, which it acknowledges.
  func settle() throws {
    _ = try run()
    try shortcuts.acknowledge(
      house.store.read { reader in
        try reader.setSources(after: nil, limit: 1000).map { source in
          (source.device.id, try present(source.last).number)
        }
      })
  }

  func due() throws -> [String] {
    try house.store.read { reader in
      try reader.dueSetSources(at: house.now, after: nil, limit: 100).map(\.device.id.text).sorted()
    }
  }

  /// What the service says, which asks about every one of them when it has to.
  func stale() throws -> [String] { try shortcuts.staleDevices().map(\.text) }
}

extension StoreTransaction where Self: ~Copyable {
  borrowing func editKey(_ id: String, _ change: (inout Key) throws -> Void) throws {
    var record = try present(keys([.init(trusted: id)])[0])
    try change(&record.key)
    try save(keys: [record])
  }

  borrowing func editDevice(_ id: String, _ change: (inout Device) -> Void) throws {
    var record = try present(devices([.init(trusted: id)])[0])
    change(&record.device)
    try save(devices: [record])
  }

  borrowing func editDoor(_ change: (inout Door) -> Void) throws {
    var record = try present(doors([.front])[0])
    change(&record.door)
    try save(doors: [record])
  }
}
