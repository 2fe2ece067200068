package import KeywayCore
package import KeywayStore

/// Some records of a list, in the order of the ids' bytes.
package struct RegistryPage: Sendable {
  package fileprivate(set) var records: [RegistryRecord] = []
  /// Behind which id the next page begins; nil when there is no more.
  package fileprivate(set) var next: String?
}

extension RegistryService {
  /// How many records one page looks at, so that none takes long to find the few that are wanted.
  private static let mostLookedAt = 10_000

  /// The records behind an id, at most `limit`; fewer, or none, also where many had to be passed
  /// over, and then there is a next page. Blocks.
  ///
  /// - Parameters:
  ///   - id: need not be there; nil begins.
  ///   - scope: the part of the house whose doors and keys are wanted; nil for all records.
  package func page(
    _ list: RegistryList, after id: String?, limit: Int, includesRemoved: Bool = false,
    within scope: TokenScope? = nil
  ) throws -> RegistryPage {
    try environment.store.read { reader in
      var page = RegistryPage()
      var place = id
      var looked = 0
      let atOnce = min(limit + 1, 256)
      while looked < Self.mostLookedAt {
        let ids = try reader.ids(in: list, after: place, limit: atOnce)
        for record in try Self.records(ids, of: list, within: scope, in: reader) {
          if record.isRemoved, !includesRemoved { continue }
          guard page.records.count < limit else {
            page.next = page.records.last?.id
            return page
          }
          page.records.append(record)
        }
        if ids.count < atOnce { return page }
        looked += ids.count
        place = ids.last
      }
      page.next = place
      return page
    }
  }

  /// As ``show(_:_:)``; what lies outside the scope is not found either.
  package func show(
    _ list: RegistryList, _ id: String, within scope: TokenScope?
  ) throws -> RegistryRecord {
    let found = try environment.store.read { reader in
      try Self.records([id], of: list, within: scope, in: reader).first
    }
    guard let found else {
      throw RegistryError(.notFound, "there is no \(list.noun) '\(id)'", ids: [id])
    }
    return found
  }

  /// Whether there is such a door, and it belongs to the scope; removed ones still do.
  static func isDoor<Reader: RegistryReader & ~Copyable>(
    _ id: Door.ID, in scope: TokenScope, _ reader: borrowing Reader
  ) throws(StoreError) -> Bool {
    try reader.doors([id])[0].map { scope.contains($0.door) } ?? false
  }

  private static func records<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], of list: RegistryList, within scope: TokenScope?, in reader: borrowing Reader
  ) throws(StoreError) -> [RegistryRecord] {
    switch list {
    case .doors:
      try DoorRecord.find(ids, in: reader).compactMap { $0 }
        .filter { scope?.contains($0.door) ?? true }.map { RegistryRecord($0) }
    case .keys: try keys(ids, within: scope, in: reader).map { RegistryRecord($0) }
    case .holders: scope == nil ? records(try HolderRecord.find(ids, in: reader)) : []
    case .devices: scope == nil ? records(try DeviceRecord.find(ids, in: reader)) : []
    case .actions: scope == nil ? records(try ActionRecord.find(ids, in: reader)) : []
    }
  }

  private static func records(_ found: [(some RegistryEntity)?]) -> [RegistryRecord] {
    found.compactMap { $0 }.map { RegistryRecord($0) }
  }

  private static func keys<Reader: RegistryReader & ~Copyable>(
    _ ids: [String], within scope: TokenScope?, in reader: borrowing Reader
  ) throws(StoreError) -> [KeyRecord] {
    let keys = try KeyRecord.find(ids, in: reader).compactMap { $0 }
    guard let scope else { return keys }
    let doors = try reader.doors(Set(keys.map(\.key.door)).sorted()).compactMap { $0?.door }
    let inside = Set(doors.filter(scope.contains).map(\.id))
    return keys.filter { inside.contains($0.key.door) }
  }
}
