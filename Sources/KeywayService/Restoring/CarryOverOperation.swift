import KeywayCore
import KeywayStore

/// Takes over into a copy what has ended since it was made: ids that are gone stay so, and revoked
/// and suspended ones, too; ids that the copy does not know yet are never used for something else.
/// What was edited since is suspended until somebody has looked at it.
struct CarryOverOperation: RegistryOperation {
  let remains: StoreRemains
  let environment: ServiceEnvironment

  func verb(for list: RegistryList) -> RegistryVerb? { nil }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    changes.doors = try ended(in: reader) { present, record in
      if present.door.mode != .normal, record.door.mode == .normal {
        record.door.mode = present.door.mode
      }
      record.door.confirm = max(present.door.confirm, record.door.confirm)
    }
    changes.holders = try ended(in: reader) { present, record in
      if present.holder.state == .suspended { record.holder.state = .suspended }
    }
    changes.devices = try ended(in: reader) { present, record in
      // With another holder's phone, that one's keys would come back.
      let isSame = present.device.holder == record.device.holder
      if present.device.state == .suspended || !isSame { record.device.state = .suspended }
    }
    changes.actions = try ended(in: reader) { (_: ActionRecord, _: inout ActionRecord) in }
    changes.keys = try keys(in: reader)
    return changes
  }

  /// The records that are gone, or are restricted by the body.
  private func ended<Entity: RegistryEntity, Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader, _ restrict: (Entity, inout Entity) -> Void
  ) throws -> [RegistryChange<Entity>] {
    var changes: [RegistryChange<Entity>] = []
    try forEachPair(in: reader) { (present: Entity, old: Entity?) in
      let identity = RowIdentity(new: environment)
      var new = old ?? Entity.make(id: present.id, identity: identity)
      if old == nil || present.isRemoved {
        if !new.isRemoved { new = new.removed(identity: identity) }
      } else {
        restrict(present, &new)
      }
      let change = RegistryChange(from: old, to: new)
      if !change.isKept { changes.append(change) }
    }
    return changes
  }

  private func keys<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [RegistryChange<KeyRecord>] {
    var changes: [RegistryChange<KeyRecord>] = []
    try forEachPair(in: reader) { (present: KeyRecord, old: KeyRecord?) in
      var new = old ?? present
      if old == nil || present.key.state == .revoked {
        new.key.state = .revoked
      } else if new.key.state != .revoked {
        let isSuspended = present.key.state == .suspended && !present.isHeld
        if isSuspended || !new.key.hasRights(of: present.key) {
          new.key.state = .suspended
          new.isHeld = false
        }
      }
      if new.key.state == .revoked { new.isHeld = false }
      let change = RegistryChange(from: old, to: new)
      if !change.isKept { changes.append(change) }
    }
    return changes
  }

  /// Calls the body with each record of the present store, as far as they can be read, and what the
  /// copy has of that id.
  private func forEachPair<Entity: RegistryEntity, Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader, _ body: (Entity, Entity?) throws -> Void
  ) throws {
    var records: [Entity] = []
    try remains.read(Entity.list.rawValue) { present in
      try Entity.forEach(in: present) { records.append($0) }
    }
    for start in stride(from: 0, to: records.count, by: 1_000) {
      let page = records[start..<min(start + 1_000, records.count)]
      for (record, old) in zip(page, try Entity.find(page.map(\.id), in: reader)) {
        try body(record, old)
      }
    }
  }
}

extension Key {
  /// Whether the key opens for the same person at the same times and as often.
  fileprivate func hasRights(of other: Key) -> Bool {
    holder == other.holder && validity == other.validity && schedule == other.schedule
      && maxUses == other.maxUses
  }
}
