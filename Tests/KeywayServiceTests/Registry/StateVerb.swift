import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

/// A verb that takes rights away, as it is used when a phone is lost, a person leaves or a house is
/// closed, on what ``TestHouse/furnishTwice()`` makes.
struct StateVerb: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What the verb is told to change; of a site its name.
  let names: [String]
  /// Why the phone's tap on its own key is denied afterwards.
  let refusal: Refusal
  /// The entries that the log gets, each as its verb and its object.
  let entries: [String]
  let change: @Sendable (RegistryService, [String], Actor, Bool) throws -> [RegistryResult]

  private init(
    _ description: String, _ names: [String], _ refusal: Refusal, entries: [String],
    _ change:
      @escaping @Sendable (RegistryService, [String], Actor, Bool) throws
      -> [RegistryResult]
  ) {
    testDescription = description
    self.names = names
    self.refusal = refusal
    self.entries = entries
    self.change = change
  }

  static let all =
    ofRecords + [
      Self(
        "door mode --site", ["Home"], Refusal(.doorLockedDown), entries: ["mode door", "mode door"]
      ) { try $0.setMode(.lockedDown, of: .site($1[0]), actor: $2, dryRun: $3) }
    ]

  /// Those that name records, of which one may be missing.
  static let ofRecords: [Self] = [
    Self(
      "device suspend", ["phone", "tablet"], Refusal(.suspended, .device),
      entries: ["suspend device", "suspend device"]
    ) { try $0.suspend(.devices, $1, actor: $2, dryRun: $3) },
    Self(
      "device remove", ["tablet", "phone"], Refusal(.revoked, .device),
      entries: ["remove device", "remove device"]
    ) {
      try $0.remove(.devices, $1, actor: $2, dryRun: $3)
    },
    Self("holder suspend", ["kim"], Refusal(.suspended, .holder), entries: ["suspend holder"]) {
      try $0.suspend(.holders, $1, actor: $2, dryRun: $3)
    },
    Self(
      "holder offboard", ["kim"], Refusal(.revoked),
      entries: [
        "suspend holder", "remove device", "remove device", "revoke key", "revoke key",
      ]
    ) { registry, names, actor, dryRun in
      try registry.offboard(
        names.map { Holder.ID(trusted: $0) }, actor: actor, dryRun: dryRun)
    },
    Self(
      "key suspend", ["own", "spare"], Refusal(.suspended, .key),
      entries: ["suspend key", "suspend key"]
    ) { try $0.suspend(.keys, $1, actor: $2, dryRun: $3) },
    Self("key revoke", ["own", "spare"], Refusal(.revoked), entries: ["revoke key", "revoke key"]) {
      registry, names, actor, dryRun in
      try registry.revoke(names.map { Key.ID(trusted: $0) }, actor: actor, dryRun: dryRun)
    },
    Self(
      "door mode", ["front", "back"], Refusal(.doorLockedDown), entries: ["mode door", "mode door"]
    ) { registry, names, actor, dryRun in
      let doors = DoorSelection.ids(names.map { Door.ID(trusted: $0) })
      return try registry.setMode(.lockedDown, of: doors, actor: actor, dryRun: dryRun)
    },
  ]
}

extension TestHouse {
  /// What `furnish()` makes, and a second door of the site, a second phone of the holder and a
  /// second key of hers.
  func furnishTwice() throws {
    try furnish()
    try addKey("spare")
    let secret = Self.secret
    try store.write { tx in
      let back = Door(
        id: Door.ID(trusted: "back"), name: "Back", site: "Home", timeZone: "Europe/Berlin")
      let tablet = Device(id: Device.ID(trusted: "tablet"), holder: .kim)
      try tx.save(doors: [DoorRecord(door: back, secret: secret)])
      try tx.save(devices: [DeviceRecord(device: tablet, pseudonym: "p-tablet", secret: secret)])
    }
  }

  /// The registry as a site file.
  func exported() throws -> [UInt8] { try registry.export() }
}
