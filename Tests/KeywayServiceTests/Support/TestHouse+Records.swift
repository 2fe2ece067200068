import KeywayCore
import KeywayStore

@testable import KeywayService

extension TestHouse {
  var registry: RegistryService { RegistryService(environment: environment) }

  /// A holder, her phone, a door and a key of hers.
  func furnish(
    door: (inout Door) -> Void = { _ in }, key: (inout Key) -> Void = { _ in },
    device: (inout Device) -> Void = { _ in }, holder: (inout Holder) -> Void = { _ in }
  ) throws {
    var front = Door(
      id: .front, name: "Front", site: "Home", timeZone: "Europe/Berlin",
      lock: ["driver": .string("simulator")])
    var kim = Holder(id: .kim, name: "Kim")
    var phone = Device(id: .phone, holder: .kim)
    var own = Key(id: .own, door: .front, holder: .kim, name: "Front")
    door(&front)
    key(&own)
    device(&phone)
    holder(&kim)
    let secret = [UInt8](repeating: 7, count: 32)
    try store.write { tx in
      try tx.save(doors: [DoorRecord(door: front, secret: secret)])
      try tx.save(holders: [HolderRecord(holder: kim, pseudonym: "p-kim", secret: secret)])
      try tx.save(devices: [DeviceRecord(device: phone, pseudonym: "p-phone", secret: secret)])
      try tx.save(keys: [KeyRecord(key: own, uses: 0, secret: secret)])
    }
  }

  /// Changes the one key.
  func editKey(_ edit: (inout KeyRecord) -> Void) throws {
    try store.write { tx in
      var record = try present(tx.keys([.own])[0])
      edit(&record)
      try tx.save(keys: [record])
    }
  }

  /// A tap on the one key from the one phone, now.
  func tap(
    _ id: String, link: String = "keyway://unlock/own", device: String? = "phone",
    tappedAt: Timestamp? = nil, isConfirmed: Bool = false
  ) -> TapRequest {
    TapRequest(
      tap: TapIdentity(sender: device.map { "device:\($0)" } ?? "user:0", id: id), device: device,
      payload: .link(Array(link.utf8)), channel: .openURL, tappedAt: tappedAt ?? now,
      isConfirmed: isConfirmed)
  }

  /// A tap on an item from the one phone, now.
  func tap(_ id: String, item: String, device: String? = "phone") -> TapRequest {
    TapRequest(
      tap: TapIdentity(sender: device.map { "device:\($0)" } ?? "user:0", id: id), device: device,
      payload: .item(type: item, userInfo: .empty), channel: .scenePerformAction, tappedAt: now)
  }

  func decide(_ tap: TapRequest) throws -> TapAnswer {
    try present(unlocking.decide([tap]).first)
  }

  /// All entries of the log.
  func entries() throws -> [JSONObject] {
    var entries: [JSONObject] = []
    try AuditService(environment: environment).forEach(AuditFilter()) { entries.append($0.members) }
    return entries
  }
}

struct MissingValue: Error {}

func present<T>(_ value: T?) throws -> T {
  guard let value else { throw MissingValue() }
  return value
}

extension Identifier where Owner == Door {
  static var front: Self { Self(trusted: "front") }
}

extension Identifier where Owner == Holder {
  static var kim: Self { Self(trusted: "kim") }
}

extension Identifier where Owner == Device {
  static var phone: Self { Self(trusted: "phone") }
}

extension Identifier where Owner == Key {
  static var own: Self { Self(trusted: "own") }
}
