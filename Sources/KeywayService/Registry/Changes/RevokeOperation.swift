import KeywayCore
import KeywayStore

/// Ends keys for good.
struct RevokeOperation: RegistryOperation {
  let ids: [String]

  func verb(for list: RegistryList) -> RegistryVerb? { .revoke }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    changes.keys = try RegistrySelection.live(ids, in: reader).map { old in
      var new: KeyRecord = old
      new.key.state = .revoked
      new.isHeld = false
      return RegistryChange(from: old, to: new)
    }
    return changes
  }
}
