import KeywayStore

extension AuditService {
  /// Checks the last entry, and that nothing else in the store contradicts the log's length: the
  /// part of ``verify()`` that does not grow with the log. Blocks.
  package func verifyHead() throws -> Verification {
    let size = try environment.store.read { reader in try reader.logSize() }
    do {
      var leaves = LeafCheck(mark: try LeafCheck.mark(in: environment))
      // Beyond the end, too: a body may have lost its leaf.
      for stored in try page(from: max(0, size - 1), to: size + Self.pageSize) {
        _ = try leaves.leaf(of: stored)
      }
      try checkNothing(outside: size)
    } catch let failure as Verification {
      return failure
    }
    return .holds(entries: size)
  }
}
