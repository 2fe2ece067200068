import KeywayCore
import KeywayStore

/// Suspends every key that is active, until somebody has looked at it.
struct HoldOperation: RegistryOperation {
  func verb(for list: RegistryList) -> RegistryVerb? { .suspend }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    try reader.forEachKey { old in
      guard old.key.state == .active else { return }
      var new = old
      new.key.state = .suspended
      new.isHeld = true
      changes.keys.append(RegistryChange(from: old, to: new))
    }
    return changes
  }
}
