import KeywayStore

/// Finds the records that an operation names.
enum RegistrySelection {
  /// The records of the ids, each once.
  ///
  /// - Throws: `notFound` or `removed` for the first that is not there.
  static func live<Entity: RegistryEntity, Reader: RegistryReader & ~Copyable>(
    _ ids: [String], in reader: borrowing Reader
  ) throws -> [Entity] {
    var seen: Set<String> = []
    let ids = ids.filter { seen.insert($0).inserted }
    var records: [Entity] = []
    for (id, record) in zip(ids, try Entity.find(ids, in: reader)) {
      let name = "\(Entity.list.noun) '\(id)'"
      guard let record else {
        throw RegistryError(.notFound, "there is no \(name)", ids: [id])
      }
      guard !record.isRemoved else {
        throw RegistryError(.removed, "\(name) was removed", ids: [id])
      }
      records.append(record)
    }
    return records
  }
}
