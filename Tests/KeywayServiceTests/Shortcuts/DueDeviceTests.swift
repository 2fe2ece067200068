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
      try tx.editKey("k000") {
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
    #expect(try street.due() == ["phone-000"])
    try street.settle()
    #expect(try street.due() == [])
    street.house.advance(by: 1000)
    #expect(try street.due() == ["phone-000"])
  }

  @Test func `the last use of a key makes its holder's devices due`() throws {
    let street = try Street()
    try street.house.store.write { tx in try tx.editKey("k001") { $0.maxUses = 2 } }
    try street.settle()
    try street.house.store.write { tx in _ = try tx.chargeUse(of: .init(trusted: "k001")) }
    #expect(try street.due() == [])
    try street.house.store.write { tx in _ = try tx.chargeUse(of: .init(trusted: "k001")) }
    #expect(try street.due() == ["phone-001"])
    try street.settle()
    try street.house.store.write { tx in try tx.refundUse(of: .init(trusted: "k001")) }
    #expect(try street.due() == ["phone-001"])
  }

  @Test func `a device stays due until it has acknowledged its last version`() throws {
    let street = try Street()
    try street.house.store.write { tx in try tx.editKey("k002") { $0.name = "Other" } }
    let set = try street.shortcuts.issue(.init(trusted: "phone-002"))
    #expect(try street.due() == ["phone-002"])
    try street.shortcuts.acknowledge([(set.device, set.issued.version - 1)])
    #expect(try street.due() == ["phone-002"])
    try street.shortcuts.acknowledge([(set.device, set.issued.version)])
    #expect(try street.due() == [])
  }

  @Test func `an acknowledgement does not hide a change that came after the set`() throws {
    let street = try Street()
    try street.house.store.write { tx in try tx.editKey("k002") { $0.name = "Other" } }
    let set = try street.shortcuts.issue(.init(trusted: "phone-002"))
    try street.house.store.write { tx in try tx.editKey("k002") { $0.name = "Third" } }
    try street.shortcuts.acknowledge([(set.device, set.issued.version)])
    #expect(try street.due() == ["phone-002"])
  }

  @Test func `what changed after a source was read is not overwritten`() throws {
    let street = try Street()
    let phone = Device.ID(trusted: "phone-000")
    let source = try street.house.store.read { reader in
      try present(reader.setSources(of: [phone])[0])
    }
    try street.house.store.write { tx in try tx.editKey("k000") { $0.name = "Other" } }
    let result = SetResult(
      source: source, next: .init(number: 2, issuedAt: .morning, content: Array("{}".utf8)),
      changesAt: nil)
    let overtaken = try street.house.store.write { tx in try tx.save([result], at: .morning) }
    #expect(overtaken == [phone])
    #expect(try street.house.store.read { try $0.lastSet(of: phone) }?.version == 1)
    #expect(try street.due() == ["phone-000"])
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
    Edit("name", due: ["phone-000"]) { try $0.editKey("k000") { $0.name = "N" } },
    Edit("state", due: ["phone-000"]) { try $0.editKey("k000") { $0.state = .revoked } },
    Edit("end", due: ["phone-000"]) {
      try $0.editKey("k000") {
        $0.validity = try present(ValidityPeriod(from: nil, until: .morning))
      }
    },
    Edit("beginning", due: ["phone-000"]) {
      let later = Timestamp(milliseconds: Timestamp.morning.milliseconds + 1)
      try $0.editKey("k000") { $0.validity = try present(ValidityPeriod(from: later, until: nil)) }
    },
    Edit("subtitle", due: ["phone-000"]) {
      try $0.editKey("k000") { $0.shortcut = KeyShortcut(subtitle: .text("S")) }
    },
    Edit("texts", due: ["phone-000"]) {
      try $0.editKey("k000") { $0.localizations = .only("de", .init(title: "Tür")) }
    },
    Edit("holder", due: ["phone-000", "phone-001"]) {
      try $0.editKey("k000") { $0.holder = .init(trusted: "h001") }
    },
    Edit("a new key", due: ["phone-002"]) {
      let key = Key(
        id: .init(trusted: "new"), door: .front, holder: .init(trusted: "h002"), name: "New")
      try $0.save(keys: [KeyRecord(key: key, uses: 0, secret: Street.secret)])
    },
  ]

  private static let others: [Edit] = [
    Edit("suspended holder", due: ["phone-001"]) {
      var record = try present($0.holders([.init(trusted: "h001")])[0])
      record.holder.state = .suspended
      try $0.save(holders: [record])
    },
    Edit("suspended device", due: ["phone-001"]) {
      try $0.editDevice("phone-001") { $0.state = .suspended }
    },
    Edit("limit", due: ["phone-001"]) {
      try $0.editDevice("phone-001") { $0.shortcutLimit = .count(0) }
    },
    Edit("language", due: ["phone-001"]) { try $0.editDevice("phone-001") { $0.language = "ja" } },
    Edit("handed over", due: ["phone-001"]) {
      try $0.editDevice("phone-001") { $0.holder = .init(trusted: "h002") }
    },
    Edit("removed device") { try $0.editDevice("phone-001") { $0.isRemoved = true } },
    Edit("new device", due: ["phone-009"]) {
      let device = Device(id: .init(trusted: "phone-009"))
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
      try $0.editKey("k000") { $0.schedule = Schedule(windows: [window]) }
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
