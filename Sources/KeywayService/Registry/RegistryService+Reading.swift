import KeywayCore
package import KeywayStore

extension RegistryService {
  /// One record, removed ones included.
  ///
  /// - Throws: `notFound`.
  package func show(_ list: RegistryList, _ id: String) throws -> RegistryRecord {
    let found = try environment.store.read { reader in
      try Self.find(list, id, in: reader)
    }
    guard let found else {
      throw RegistryError(.notFound, "there is no \(list.noun) '\(id)'", ids: [id])
    }
    return found
  }

  /// Calls the body with each record for which the filter holds, in the order of the ids' bytes,
  /// within one state of the store; the body must not call a store.
  package func list(
    _ list: RegistryList, where filter: RegistryFilter = RegistryFilter(),
    _ body: (RegistryRecord) throws -> Void
  ) throws {
    try environment.store.read { reader in
      try Self.forEach(list, in: reader) { if filter.holds(for: $0) { try body($0) } }
    }
  }

  /// The id that is exactly `prefix`, or else the only one not removed that begins with it.
  ///
  /// - Throws: `notFound`, or `ambiguous` with the first ten that it may be.
  package func resolve(_ prefix: String, in list: RegistryList) throws -> String {
    try environment.store.read { reader in
      if try Self.find(list, prefix, in: reader) != nil { return prefix }
      let ids = try reader.ids(in: list, prefix: prefix, limit: Self.mostCandidates)
      let candidates = prefix.isEmpty ? [] : try Self.live(ids, of: list, in: reader)
      guard let first = candidates.first else {
        throw RegistryError(
          .notFound, "there is no \(list.noun) whose id is or begins with '\(prefix)'")
      }
      guard candidates.count == 1, ids.count < Self.mostCandidates else {
        let shown = Array(candidates.prefix(10))
        throw RegistryError(
          .ambiguous,
          "'\(prefix)' begins several \(list.rawValue): \(shown.joined(separator: ", "))"
            + (candidates.count > 10 ? ", …" : ""), ids: shown)
      }
      return first
    }
  }

  /// Removed ones are passed over, so more than are shown have to be looked at.
  private static let mostCandidates = 200

  private static func live<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], of list: RegistryList, in reader: borrowing Reader
  ) throws(StoreError) -> [String] {
    switch list {
    case .doors: try live(DoorRecord.find(ids, in: reader))
    case .holders: try live(HolderRecord.find(ids, in: reader))
    case .devices: try live(DeviceRecord.find(ids, in: reader))
    case .keys: ids
    case .actions: try live(ActionRecord.find(ids, in: reader))
    }
  }

  private static func live(_ records: [(some RegistryEntity)?]) -> [String] {
    records.compactMap { $0 }.filter { !$0.isRemoved }.map(\.id)
  }

  static func find<Reader: RegistryReader & ~Copyable>(
    _ list: RegistryList, _ id: String, in reader: borrowing Reader
  ) throws(StoreError) -> RegistryRecord? {
    switch list {
    case .doors: record(try DoorRecord.find([id], in: reader))
    case .holders: record(try HolderRecord.find([id], in: reader))
    case .devices: record(try DeviceRecord.find([id], in: reader))
    case .keys: record(try KeyRecord.find([id], in: reader))
    case .actions: record(try ActionRecord.find([id], in: reader))
    }
  }

  private static func record(_ found: [(some RegistryEntity)?]) -> RegistryRecord? {
    found.first.flatMap { $0 }.map { RegistryRecord($0) }
  }

  static func forEach<Reader: RegistryReader & ~Copyable>(
    _ list: RegistryList, in reader: borrowing Reader, _ body: (RegistryRecord) throws -> Void
  ) throws {
    switch list {
    case .doors: try reader.forEachDoor { try body(RegistryRecord($0)) }
    case .holders: try reader.forEachHolder { try body(RegistryRecord($0)) }
    case .devices: try reader.forEachDevice { try body(RegistryRecord($0)) }
    case .keys: try reader.forEachKey { try body(RegistryRecord($0)) }
    case .actions: try reader.forEachAction { try body(RegistryRecord($0)) }
    }
  }
}
