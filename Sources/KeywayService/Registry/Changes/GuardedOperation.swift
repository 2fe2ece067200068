import KeywayCore
import KeywayStore

/// Another operation on one record, planned only where the record is as the caller takes it to be
/// and the caller may touch it, before and after.
///
/// Who has a scope may change doors in it, but not add or remove any, and change and add keys for
/// them; nothing else.
struct GuardedOperation<Wrapped: RegistryOperation>: RegistryOperation {
  let wrapped: Wrapped
  let list: RegistryList
  let id: String
  let condition: RegistryCondition
  /// Whether the other adds the record where there is none, rather than refusing by itself.
  var mayAdd = true

  func verb(for list: RegistryList) -> RegistryVerb? { wrapped.verb(for: list) }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    if let scope = condition.scope { try requireOld(in: scope, reader) }
    if condition.standing != nil {
      let found = try RegistryService.find(list, id, in: reader)
      if mayAdd || found != nil { try condition.check(found, list, id) }
    }
    let changes = try wrapped.plan(in: reader)
    if let scope = condition.scope { try require(changes, in: scope, reader) }
    return changes
  }

  /// Before anything is said of the record: it may be none of the caller's business.
  private func requireOld<Reader: StoreReader & ~Copyable>(
    in scope: TokenScope, _ reader: borrowing Reader
  ) throws {
    let isInside =
      switch list {
      case .doors:
        try reader.doors([.init(trusted: id)])[0].map { scope.contains($0.door) } ?? false
      case .keys:
        try reader.keys([.init(trusted: id)])[0].map {
          try RegistryService.isDoor($0.key.door, in: scope, reader)
        } ?? true
      case .holders, .devices, .actions: false
      }
    if !isInside { throw outside }
  }

  private func require<Reader: StoreReader & ~Copyable>(
    _ changes: RegistryChanges, in scope: TokenScope, _ reader: borrowing Reader
  ) throws {
    for change in changes.doors where !scope.contains(change.new.door) || change.new.isRemoved {
      throw outside
    }
    for change in changes.keys {
      guard try RegistryService.isDoor(change.new.key.door, in: scope, reader) else {
        throw outside
      }
    }
  }

  private var outside: RegistryError {
    RegistryError(.outsideScope, "this lies outside what the token is for")
  }
}
