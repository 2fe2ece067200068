import KeywayCore
import KeywayStore
import Testing

@testable import KeywaySQLite

@Suite struct RegistryRoundTripTests {
  @Test func `every field of every record comes back, also from a store opened anew`() throws {
    let fixture = try StoreFixture(readers: 1)
    try fixture.fill()
    #expect(!KeyRecord.full.key.schedule.isUnrestricted)
    for store in [fixture.store, try fixture.reopened()] {
      try store.read { reader throws in
        #expect(try reader.doors([DoorRecord.full.door.id]) == [.full])
        #expect(try reader.holders([HolderRecord.full.holder.id]) == [.full])
        #expect(try reader.devices([DeviceRecord.full.device.id]) == [.full])
        #expect(try reader.keys([KeyRecord.full.key.id]) == [.full])
        #expect(try reader.actions([ActionRecord.full.action.type]) == [.full])
        #expect(try reader.keys(of: HolderRecord.full.holder.id) == [.full])
      }
    }
  }

  @Test func `saving again replaces every field`() throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    let door = DoorRecord(
      door: Door(id: DoorRecord.full.door.id, name: "", timeZone: "UTC"), secret: [])
    let holder = HolderRecord(
      holder: Holder(id: HolderRecord.full.holder.id, name: ""), pseudonym: "", secret: [])
    let device = DeviceRecord(
      device: Device(id: DeviceRecord.full.device.id, shortcutLimit: .all), pseudonym: "",
      secret: [])
    let key = KeyRecord(
      key: Key(id: KeyRecord.full.key.id, door: door.door.id, holder: nil, name: ""), uses: 0,
      secret: [])
    let action = ActionRecord(
      action: Action(type: ActionRecord.full.action.type, title: "", screen: ""), secret: [])
    try fixture.store.write { tx throws in
      try tx.save(doors: [door])
      try tx.save(holders: [holder])
      try tx.save(devices: [device])
      try tx.save(keys: [key])
      try tx.save(actions: [action])
      #expect(try tx.doors([door.door.id]) == [door])
      #expect(try tx.holders([holder.holder.id]) == [holder])
      #expect(try tx.devices([device.device.id]) == [device])
      #expect(try tx.keys([key.key.id]) == [key])
      #expect(try tx.actions([action.action.type]) == [action])
      #expect(try tx.keys(of: nil) == [key])
    }
  }

  @Test(arguments: OddText.all)
  func `odd text comes back byte for byte`(_ text: String) throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    var door = DoorRecord.full
    door.door.name = text
    door.door.site = text
    var lock: JSONObject = ["driver": .string(text)]
    lock[text] = .string(text)
    door.door.lock = lock
    var key = KeyRecord.full
    key.key.name = text
    key.key.shortcut.subtitle = .text(text)
    try fixture.store.write { tx throws in
      try tx.save(doors: [door])
      try tx.save(keys: [key])
      try tx.setSetting("odd", to: text)
    }
    let (read, own, setting) = try fixture.reopened().read { reader throws in
      (
        try reader.doors([door.door.id])[0], try reader.keys([key.key.id])[0],
        try reader.settings()["odd"]
      )
    }
    #expect(read?.door.name.utf8.elementsEqual(text.utf8) == true)
    #expect(read?.door.site?.utf8.elementsEqual(text.utf8) == true)
    #expect(read?.door.lock == door.door.lock)
    #expect(own?.key.name.utf8.elementsEqual(text.utf8) == true)
    guard case .text(let subtitle?)? = own?.key.shortcut.subtitle else {
      Issue.record("the subtitle is gone")
      return
    }
    #expect(subtitle.utf8.elementsEqual(text.utf8))
    #expect(setting?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test func `answers stand in the order of what was asked, nil where nobody is`() throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    let own = KeyRecord.full.key.id
    let nobody = Key.ID(trusted: "nobody")
    try fixture.store.read { reader throws in
      #expect(try reader.keys([nobody, own, nobody, own]) == [nil, .full, nil, .full])
      #expect(try reader.facts(ofKeys: [own, nobody]).map { $0 == nil } == [false, true])
      #expect(try reader.keys([]) == [])
    }
  }

  @Test func `types that look the same are two actions`() throws {
    let fixture = try StoreFixture()
    let types = ["caf\u{E9}", "cafe\u{301}"].map { ActionType(trusted: $0) }
    try fixture.store.write { tx throws in
      for type in types {
        let action = Action(type: type, title: "t", screen: "\(type.text.utf8.count)")
        try tx.save(actions: [ActionRecord(action: action, secret: [])])
      }
    }
    let read = try fixture.store.read { reader in try reader.actions(types) }
    #expect(read.map { $0?.action.screen } == ["5", "6"])
  }

  @Test func `the ids behind one come in the order of their bytes, whether it is there or not`()
    throws
  {
    let fixture = try StoreFixture()
    let types = ["A", "a", "a b", "cafe\u{301}", "caf\u{E9}", "z"]
    try fixture.store.write { tx throws in
      for type in types.reversed() {
        let action = Action(type: ActionType(trusted: type), title: "t", screen: "s")
        try tx.save(actions: [ActionRecord(action: action, secret: [])])
      }
    }
    let read = try fixture.store.read { reader throws in
      try [nil, "", "A", "a", "a ", "cafe\u{301}", "z", "zz"].map { place in
        try reader.ids(in: .actions, after: place, limit: 3).map { Array($0.utf8) }
      }
    }
    let bytes = types.map { Array($0.utf8) }
    let starts = [0, 0, 1, 2, 2, 4, 6, 6]
    #expect(read == starts.map { Array(bytes[$0..<min($0 + 3, 6)]) })
    for list in RegistryList.allCases {
      let ids = try fixture.store.read { reader in try reader.ids(in: list, after: nil, limit: 1) }
      #expect(ids.count == (list == .actions ? 1 : 0))
    }
  }

  @Test func `what refers to nothing is refused, and the transaction with it`() throws {
    let fixture = try StoreFixture()
    try fixture.fill()
    var key = KeyRecord.full
    key.key.door = Door.ID(trusted: "nowhere")
    var held = KeyRecord.full
    held.key.holder = Holder.ID(trusted: "nobody")
    var device = DeviceRecord.full
    device.device.holder = Holder.ID(trusted: "nobody")
    let writes: [(borrowing any StoreTransaction & ~Copyable) throws -> Void] = [
      { tx in try tx.save(keys: [key]) }, { tx in try tx.save(keys: [held]) },
      { tx in try tx.save(devices: [device]) },
      { tx in
        let set = IssuedSet(
          version: 1, issuedAt: .example, content: ShortcutSet(items: [], omitted: []))
        try tx.save(set, of: Device.ID(trusted: "nobody"))
      },
    ]
    for write in writes {
      let error = #expect(throws: StoreError.self) {
        try fixture.store.write { tx throws in
          try tx.setSetting("before", to: "1")
          try write(tx)
        }
      }
      #expect(error?.code == .constraint)
    }
    let settings = try fixture.store.read { reader in try reader.settings() }
    #expect(settings.isEmpty)
  }
}
