import KeywayCore
import KeywayStore

/// A record as it is and as it is to be.
struct RegistryChange<Entity: RegistryEntity>: Sendable {
  /// Nil for a new record.
  let old: Entity?
  let new: Entity
  /// Both as the site file has them, which is what is compared.
  let before: JSONObject?
  let after: JSONObject
  /// Where the record stands in the file that was read; empty when there is none.
  let path: String
  /// Whether the record is given a new identity, which no site file has.
  private let isRenewed: Bool

  init(from old: Entity?, to new: Entity, path: String = "", isRenewed: Bool = false) {
    self.old = old
    self.new = new
    self.path = path
    self.isRenewed = isRenewed
    before = old?.object
    after = new.object
  }

  var isKept: Bool {
    before == after && old?.isHeld ?? false == new.isHeld && !isRenewed
  }

  var kind: RegistryResult.Kind {
    guard let old else { return .added }
    if isKept { return .kept }
    return new.isRemoved && !old.isRemoved ? .removed : .changed
  }

  var result: RegistryResult {
    RegistryResult(kind: kind, record: RegistryRecord(new))
  }
}

/// What one operation does to all lists.
struct RegistryChanges: Sendable {
  var doors: [RegistryChange<DoorRecord>] = []
  var holders: [RegistryChange<HolderRecord>] = []
  var devices: [RegistryChange<DeviceRecord>] = []
  var keys: [RegistryChange<KeyRecord>] = []
  var actions: [RegistryChange<ActionRecord>] = []

  /// List by list, in the order in which they were asked for.
  var results: [RegistryResult] {
    doors.map(\.result) + holders.map(\.result) + devices.map(\.result) + keys.map(\.result)
      + actions.map(\.result)
  }

  var isEmpty: Bool {
    doors.allSatisfy(\.isKept) && holders.allSatisfy(\.isKept) && devices.allSatisfy(\.isKept)
      && keys.allSatisfy(\.isKept) && actions.allSatisfy(\.isKept)
  }
}
