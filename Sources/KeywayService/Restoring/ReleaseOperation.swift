import KeywayCore
import KeywayStore

/// Resumes every key that a restore suspended and that nobody has spoken of since.
struct ReleaseOperation: RegistryOperation {
  func verb(for list: RegistryList) -> RegistryVerb? { .resume }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    try reader.forEachKey { old in
      guard old.isHeld else { return }
      var new = old
      new.key.state = .active
      new.isHeld = false
      changes.keys.append(RegistryChange(from: old, to: new))
    }
    return changes
  }
}
