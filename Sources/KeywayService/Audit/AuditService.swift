import KeywayCore
import KeywayCrypto
import KeywayStore

/// Reads and checks the log.
package struct AuditService: Sendable {
  let environment: ServiceEnvironment
  /// How many entries are read in one transaction, so that no reader holds the WAL for long.
  static let pageSize: Int64 = 4_096

  package init(environment: ServiceEnvironment) {
    self.environment = environment
  }

  /// Calls the body with every entry that the filter lets through, ascending; those whose bodies
  /// were given up are passed over. Blocks.
  ///
  /// - Throws: ``ServiceError`` when the filter names what does not exist; `StoreError` `corrupt`
  ///   for an entry that cannot be read; what the body throws.
  package func forEach(_ filter: AuditFilter, _ body: (AuditRecord) throws -> Void) throws {
    _ = try forEach(from: 0, filter, body)
  }

  /// How many entries the log has. Blocks.
  package func size() throws -> Int64 {
    try environment.store.read { reader in try reader.logSize() }
  }

  /// Calls the body with every entry from `first` on that the filter lets through, and says which
  /// entry comes next. Blocks.
  package func forEach(
    from first: Int64, _ filter: AuditFilter, _ body: (AuditRecord) throws -> Void
  ) throws -> Int64 {
    let size = try size()
    let (matcher, mark) = try environment.store.read { reader in
      (try AuditMatcher(filter, in: reader), try reader.pruningMark())
    }
    try forEachStored(from: first, to: size) { stored in
      if let mark, mark.hasGivenUp(stored) { return }
      let record = try Self.record(stored)
      if matcher.matches(record) { try body(record) }
    }
    return size
  }

  /// Calls the body with every entry from `first` up to, not including, `end`; those whose bodies
  /// were given up are passed over. Blocks.
  package func forEach(
    from first: Int64, to end: Int64, _ body: (AuditRecord) throws -> Void
  ) throws {
    let mark = try environment.store.read { reader in try reader.pruningMark() }
    try forEachStored(from: first, to: end) { stored in
      if let mark, mark.hasGivenUp(stored) { return }
      try body(try Self.record(stored))
    }
  }

  /// The last entries that the filter lets through, ascending, at most `count`. Blocks.
  package func last(_ count: Int, _ filter: AuditFilter) throws -> [AuditRecord] {
    var records: [AuditRecord] = []
    try forEach(filter) { record in
      records.append(record)
      if records.count >= 2 * count + 64 { records.removeFirst(records.count - count) }
    }
    return Array(records.suffix(count))
  }

  /// Up to which entry bodies were given up; 0 while all are kept. Blocks.
  package func prunedBelow() throws -> Int64 {
    try environment.store.read { reader in try reader.pruningMark()?.below ?? 0 }
  }

  /// One entry, with the start of the link that it rejected, when one is kept. Blocks.
  ///
  /// - Throws: ``ServiceError`` `notFound` when the log has no such entry, or not its body any more.
  package func entry(_ sequence: Int64) throws -> (record: AuditRecord, rejectedLink: String?) {
    try environment.store.read { reader in
      var found: AuditRecord?
      if (0..<Int64.max).contains(sequence) {
        let mark = try reader.pruningMark()
        try reader.forEachEntry(from: sequence, to: sequence + 1) { stored in
          if let mark, mark.hasGivenUp(stored) {
            throw ServiceError(
              .notFound, "entry \(sequence) was pruned; entry \(mark.sequence) of the log says so")
          }
          found = try Self.record(stored)
        }
      }
      guard let found else {
        throw ServiceError(.notFound, "the log has no entry \(sequence)")
      }
      return (found, try reader.rejectedLink(ofEntry: sequence))
    }
  }

  /// Calls the body with the bytes of every entry, as they were hashed, ascending. Blocks.
  package func export(_ filter: AuditFilter, _ body: ([UInt8]) throws -> Void) throws {
    try forEach(filter) { try body($0.body) }
  }

  func forEachStored(
    from first: Int64, to size: Int64, _ body: (StoredEntry) throws -> Void
  ) throws {
    var first = first
    while first < size {
      let end = min(first + Self.pageSize, size)
      for stored in try page(from: first, to: end) { try body(stored) }
      first = end
    }
  }

  func page(from first: Int64, to end: Int64) throws -> [StoredEntry] {
    var page: [StoredEntry] = []
    try environment.store.read { reader in
      try reader.forEachEntry(from: first, to: end) { page.append($0) }
    }
    return page
  }

  static func record(_ stored: StoredEntry) throws -> AuditRecord {
    guard let body = stored.body, let leaf = Digest(bytes: stored.leaf.span),
      case .object(let members)? = try? JSONValue(parsing: body.span)
    else {
      throw StoreError(
        .corrupt, "entry \(stored.sequence) of the log cannot be read; see 'keyway audit verify'")
    }
    return AuditRecord(sequence: stored.sequence, body: body, leaf: leaf.hex, members: members)
  }
}
