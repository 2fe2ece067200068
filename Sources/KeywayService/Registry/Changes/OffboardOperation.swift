import KeywayCore
import KeywayStore

/// Ends all that holders have: revokes their keys, removes their devices and suspends them, so that
/// what is issued to them by mistake later opens nothing either.
struct OffboardOperation: RegistryOperation {
  let ids: [String]
  let environment: ServiceEnvironment

  func verb(for list: RegistryList) -> RegistryVerb? {
    switch list {
    case .devices: .remove
    case .keys: .revoke
    case .doors, .holders, .actions: .suspend
    }
  }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    changes.holders = try RegistrySelection.live(ids, in: reader).map { old in
      var new: HolderRecord = old
      new.holder.state = .suspended
      return RegistryChange(from: old, to: new)
    }
    for holder in changes.holders.map(\.new.holder.id) {
      changes.devices += try reader.devices(of: holder).map { record in
        RegistryChange(from: record, to: record.removed(identity: RowIdentity(new: environment)))
      }
      changes.keys += try unrevokedKeys(of: holder, in: reader).map { old in
        var new = old
        new.key.state = .revoked
        new.isHeld = false
        return RegistryChange(from: old, to: new)
      }
    }
    return changes
  }

  private func unrevokedKeys<Reader: RegistryReader & ~Copyable>(
    of holder: Holder.ID, in reader: borrowing Reader
  ) throws(StoreError) -> [KeyRecord] {
    try reader.keys(of: holder).filter { $0.key.state != .revoked }
      .sorted { $0.key.id < $1.key.id }
  }
}
