import KeywayStore

/// Finds the records that an operation names.
enum RegistrySelection {
  /// The records of the ids, each once.
  ///
  /// - Throws: `notFound` or `removed` for the first that is not there.
  static func live<Entity: RegistryEntity, Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws -> [Entity] {
    try known(ids, in: reader) { (record: Entity) in
      guard record.isRemoved else { return }
      throw RegistryError(
        .removed, "\(Entity.list.noun) '\(record.id)' was removed", ids: [record.id])
    }
  }

  /// The records of the ids, each once, removed ones included.
  ///
  /// - Parameter check: called with each; throws for the first that will not do.
  /// - Throws: `notFound` for the first that nobody has.
  static func known<Entity: RegistryEntity, Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader, check: (Entity) throws -> Void = { _ in }
  ) throws -> [Entity] {
    var seen: Set<String> = []
    let ids = ids.filter { seen.insert($0).inserted }
    var records: [Entity] = []
    for (id, record) in zip(ids, try Entity.find(ids, in: reader)) {
      guard let record else {
        throw RegistryError(.notFound, "there is no \(Entity.list.noun) '\(id)'", ids: [id])
      }
      try check(record)
      records.append(record)
    }
    return records
  }
}
