import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

/// Which devices are looked at again; a change that nobody notices leaves a phone with an old set.
@Suite struct DueDeviceTests {
  @Test(arguments: Edit.all)
  func `whatever a set shows makes those devices due, and no others`(_ edit: Edit) throws {
    let street = try Street()
    #expect(try street.due() == [])
    try street.house.store.write { tx in try edit.change(tx) }
    #expect(try street.due() == edit.due)
    #expect(try street.stale() == (edit.isShared ? Street.phones : edit.due))
  }

  @Test func `a key that begins and ends by time alone makes its holder's devices due then`() throws
  {
    let street = try Street()
    try street.house.store.write { tx in
      try tx.editKey("k0") {
        $0.validity = try present(
          ValidityPeriod(
            from: Timestamp(milliseconds: street.house.now.milliseconds + 1000),
            until: Timestamp(milliseconds: street.house.now.milliseconds + 2000)))
      }
    }
    try street.settle()
    #expect(try street.due() == [])
    street.house.advance(by: 999)
    #expect(try street.due() == [])
    street.house.advance(by: 1)
    #expect(try street.due() == ["phone-0"])
    try street.settle()
    #expect(try street.due() == [])
    street.house.advance(by: 1000)
    #expect(try street.due() == ["phone-0"])
  }

  @Test func `the last use of a key makes its holder's devices due`() throws {
    let street = try Street()
    try street.house.store.write { tx in try tx.editKey("k1") { $0.maxUses = 2 } }
    try street.settle()
    try street.house.store.write { tx in _ = try tx.chargeUse(of: .init(trusted: "k1")) }
    #expect(try street.due() == [])
    try street.house.store.write { tx in _ = try tx.chargeUse(of: .init(trusted: "k1")) }
    #expect(try street.due() == ["phone-1"])
    try street.settle()
    try street.house.store.write { tx in try tx.refundUse(of: .init(trusted: "k1")) }
    #expect(try street.due() == ["phone-1"])
  }

  @Test func `a device stays due until it has acknowledged its last version`() throws {
    let street = try Street()
    try street.house.store.write { tx in try tx.editKey("k2") { $0.name = "Other" } }
    let set = try street.shortcuts.issue(.init(trusted: "phone-2"))
    #expect(try street.due() == ["phone-2"])
    try street.shortcuts.acknowledge([(set.device, set.issued.version - 1)])
    #expect(try street.due() == ["phone-2"])
    try street.shortcuts.acknowledge([(set.device, set.issued.version)])
    #expect(try street.due() == [])
  }

  @Test func `an acknowledgement does not hide a change that came after the set`() throws {
    let street = try Street()
    try street.house.store.write { tx in try tx.editKey("k2") { $0.name = "Other" } }
    let set = try street.shortcuts.issue(.init(trusted: "phone-2"))
    try street.house.store.write { tx in try tx.editKey("k2") { $0.name = "Third" } }
    try street.shortcuts.acknowledge([(set.device, set.issued.version)])
    #expect(try street.due() == ["phone-2"])
  }

  @Test func `what changed after a source was read is not overwritten`() throws {
    let street = try Street()
    let phone = Device.ID(trusted: "phone-0")
    let source = try street.house.store.read { reader in
      try present(reader.setSources(of: [phone])[0])
    }
    try street.house.store.write { tx in try tx.editKey("k0") { $0.name = "Other" } }
    let result = SetResult(
      source: source, next: .init(number: 2, issuedAt: .morning, content: Array("{}".utf8)),
      changesAt: nil)
    let overtaken = try street.house.store.write { tx in try tx.save([result]) }
    #expect(overtaken == [phone])
    #expect(try street.house.store.read { try $0.lastSet(of: phone) }?.version == 1)
    #expect(try street.due() == ["phone-0"])
  }
}

/// A change, and the devices that it makes due.
struct Edit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let due: [String]
  /// Whether it is one to what all devices have.
  let isShared: Bool
  let change: @Sendable (borrowing any StoreTransaction & ~Copyable) throws -> Void

  init(
    _ name: String, due: [String] = [], isShared: Bool = false,
    _ change: @escaping @Sendable (borrowing any StoreTransaction & ~Copyable) throws -> Void
  ) {
    testDescription = name
    self.due = due
    self.isShared = isShared
    self.change = change
  }

  static let all = keys + others + shared

  private static let keys: [Edit] = [
    Edit("name", due: ["phone-0"]) { try $0.editKey("k0") { $0.name = "N" } },
    Edit("state", due: ["phone-0"]) { try $0.editKey("k0") { $0.state = .revoked } },
    Edit("end", due: ["phone-0"]) {
      try $0.editKey("k0") { $0.validity = try present(ValidityPeriod(from: nil, until: .morning)) }
    },
    Edit("beginning", due: ["phone-0"]) {
      let later = Timestamp(milliseconds: Timestamp.morning.milliseconds + 1)
      try $0.editKey("k0") { $0.validity = try present(ValidityPeriod(from: later, until: nil)) }
    },
    Edit("subtitle", due: ["phone-0"]) {
      try $0.editKey("k0") { $0.shortcut = KeyShortcut(subtitle: .text("S")) }
    },
    Edit("texts", due: ["phone-0"]) {
      try $0.editKey("k0") { $0.localizations = .only("de", .init(title: "Tür")) }
    },
    Edit("holder", due: ["phone-0", "phone-1"]) {
      try $0.editKey("k0") { $0.holder = .init(trusted: "h1") }
    },
    Edit("a new key", due: ["phone-2"]) {
      let key = Key(
        id: .init(trusted: "new"), door: .front, holder: .init(trusted: "h2"), name: "New")
      try $0.save(keys: [KeyRecord(key: key, uses: 0, secret: Street.secret)])
    },
  ]

  private static let others: [Edit] = [
    Edit("suspended holder", due: ["phone-1"]) {
      var record = try present($0.holders([.init(trusted: "h1")])[0])
      record.holder.state = .suspended
      try $0.save(holders: [record])
    },
    Edit("suspended device", due: ["phone-1"]) {
      try $0.editDevice("phone-1") { $0.state = .suspended }
    },
    Edit("limit", due: ["phone-1"]) {
      try $0.editDevice("phone-1") { $0.shortcutLimit = .count(0) }
    },
    Edit("language", due: ["phone-1"]) { try $0.editDevice("phone-1") { $0.language = "ja" } },
    Edit("handed over", due: ["phone-1"]) {
      try $0.editDevice("phone-1") { $0.holder = .init(trusted: "h2") }
    },
    Edit("removed device") { try $0.editDevice("phone-1") { $0.isRemoved = true } },
    Edit("new device", due: ["phone-9"]) {
      let device = Device(id: .init(trusted: "phone-9"))
      try $0.save(devices: [DeviceRecord(device: device, pseudonym: "9", secret: Street.secret)])
    },
    Edit("site", due: Street.phones) { try $0.editDoor { $0.site = "Elsewhere" } },
    Edit("site's texts", due: Street.phones) {
      try $0.editDoor { $0.localizations = .only("de", .init(subtitle: .text("Haus"))) }
    },
    Edit("a door's mode, which no set shows") { try $0.editDoor { $0.mode = .lockedDown } },
    Edit("a schedule, which no set shows") {
      let window = try present(
        ScheduleWindow(
          json: .object([
            "days": .array([.string("mon")]), "from": .string("08:00"), "until": .string("09:00"),
          ])))
      try $0.editKey("k0") { $0.schedule = Schedule(windows: [window]) }
    },
  ]

  private static let shared: [Edit] = [
    Edit("a key for everyone", isShared: true) {
      let key = Key(id: .init(trusted: "all"), door: .front, holder: nil, name: "All")
      try $0.save(keys: [KeyRecord(key: key, uses: 0, secret: Street.secret)])
    },
    Edit("an action", isShared: true) {
      let action = Action(type: ActionType(trusted: "new"), title: "New", screen: "new")
      try $0.save(actions: [ActionRecord(action: action, secret: Street.secret)])
    },
    Edit("an action's texts", isShared: true) {
      var record = try present($0.actions([ActionType(trusted: "search")])[0])
      record.action.title = "Find"
      try $0.save(actions: [record])
    },
  ]
}

/// Three holders with a phone and a key each, who have all acknowledged their sets.
private struct Street {
  static let phones = ["phone-0", "phone-1", "phone-2"]
  static let secret = [UInt8](repeating: 7, count: 32)

  let house: TestHouse
  let shortcuts: ShortcutService

  init() throws {
    house = try TestHouse()
    shortcuts = ShortcutService(environment: house.environment)
    try house.store.write { tx in
      let door = Door(id: .front, name: "Front", site: "Home", timeZone: "Europe/Berlin")
      try tx.save(doors: [DoorRecord(door: door, secret: Self.secret)])
      let search = Action(type: ActionType(trusted: "search"), title: "Search", screen: "search")
      try tx.save(actions: [ActionRecord(action: search, secret: Self.secret)])
      for index in 0..<3 {
        let holder = Holder(id: .init(trusted: "h\(index)"), name: "H")
        try tx.save(holders: [
          HolderRecord(holder: holder, pseudonym: "h\(index)", secret: Self.secret)
        ])
        let phone = Device(
          id: .init(trusted: "phone-\(index)"), holder: holder.id, language: "de")
        try tx.save(devices: [
          DeviceRecord(device: phone, pseudonym: "p\(index)", secret: Self.secret)
        ])
        let key = Key(
          id: .init(trusted: "k\(index)"), door: .front, holder: holder.id, name: "Front",
          localizations: .only("ja", .init(title: "正面玄関")))
        try tx.save(keys: [KeyRecord(key: key, uses: 0, secret: Self.secret)])
      }
    }
    try settle()
  }

  /// Gives every phone its set, as a job does, and acknowledges it.
  func settle() throws {
    var composer = SetComposer(language: nil)
    let results = try house.store.read { reader in
      _ = try composer.refresh(in: reader)
      return try reader.setSources(after: nil, limit: 10).map {
        try composer.compose($0, at: house.now, in: reader).result
      }
    }
    try house.store.write { tx in
      #expect(try tx.save(results) == [])
      try tx.noteSharedChanges(seen: tx.sharedChanges().count)
      for result in results {
        let version = try present(result.next?.number ?? result.source.last?.number)
        try tx.acknowledge(version, by: result.source.device.id)
      }
    }
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
  fileprivate borrowing func editKey(_ key: String, _ change: (inout Key) throws -> Void) throws {
    var record = try present(keys([.init(trusted: key)])[0])
    try change(&record.key)
    try save(keys: [record])
  }

  fileprivate borrowing func editDevice(_ device: String, _ change: (inout Device) -> Void) throws {
    var record = try present(devices([.init(trusted: device)])[0])
    change(&record.device)
    try save(devices: [record])
  }

  fileprivate borrowing func editDoor(_ change: (inout Door) -> Void) throws {
    var record = try present(doors([.front])[0])
    change(&record.door)
    try save(doors: [record])
  }
}
