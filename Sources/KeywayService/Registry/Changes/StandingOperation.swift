import KeywayCore
import KeywayStore

/// Suspends or resumes holders, devices or keys.
struct StandingOperation: RegistryOperation {
  let list: RegistryList
  let ids: [String]
  let isSuspending: Bool

  func verb(for list: RegistryList) -> RegistryVerb? { isSuspending ? .suspend : .resume }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    let standing: Standing = isSuspending ? .suspended : .active
    var changes = RegistryChanges()
    switch list {
    case .holders:
      changes.holders = try RegistrySelection.live(ids, in: reader).map { old in
        var new: HolderRecord = old
        new.holder.state = standing
        return RegistryChange(from: old, to: new)
      }
    case .devices:
      changes.devices = try RegistrySelection.live(ids, in: reader).map { old in
        var new: DeviceRecord = old
        new.device.state = standing
        return RegistryChange(from: old, to: new)
      }
    case .keys: changes.keys = try keys(in: reader)
    case .doors, .actions:
      throw RegistryError(.conflict, "\(list.rawValue) are not suspended; a door has a mode")
    }
    return changes
  }

  private func keys<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [RegistryChange<KeyRecord>] {
    try RegistrySelection.live(ids, in: reader).map { (old: KeyRecord) in
      guard old.key.state != .revoked else {
        throw RegistryError(
          .conflict, "key '\(old.id)' was revoked and stays so", ids: [old.id])
      }
      var new = old
      new.key.state = isSuspending ? .suspended : .active
      new.isHeld = false
      return RegistryChange(from: old, to: new)
    }
  }
}
