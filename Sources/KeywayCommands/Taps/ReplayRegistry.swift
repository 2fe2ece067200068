import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore

/// Where the registry of a replay comes from, and where its private copy is.
struct ReplayRegistry {
  /// A site file in place of the operator's database, or nil.
  let site: String?
  /// Where the copy is kept, or nil for one in memory.
  let destination: String?
  let resetsUses: Bool

  /// The largest site file, in bytes.
  private static let siteLimit = 1 << 30

  /// Makes the copy.
  ///
  /// - Throws: ``ServiceError`` when there is a file at the destination, `RegistryError` for a bad
  ///   site file, `StoreError` and ``FileError``.
  func makeCopy(
    context: KeywayContext, zones: TimeZones, now: Timestamp,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) throws -> any Store {
    let file = try site.map { path in
      try SiteFile(parsing: FileInput.bytes(of: path, limit: Self.siteLimit))
    }
    let source = try file == nil ? context.environment.store : nil
    if let destination, (try? FileInput.open(destination)) != nil {
      throw ServiceError(.invalid, "\(destination) exists; the copy wants a new file")
    }
    let copy = try SQLiteStore(path: destination ?? ":memory:", now: now, random: random)
    do {
      if let source { try RegistryCopy(resetsUses: resetsUses).copy(from: source, to: copy) }
      if let file {
        let environment = ServiceEnvironment(
          store: copy, now: { now }, random: random, zones: zones)
        _ = try RegistryService(environment: environment)
          .importSite(file, actor: Actor(name: "replay"))
      }
    } catch {
      discardCopy()
      throw error
    }
    return copy
  }

  /// Removes a copy that was made and is of no use, because the replay did not come to its end.
  func discardCopy() {
    guard let destination else { return }
    for suffix in ["", "-wal", "-shm", "-lock"] { FileOutput.remove(destination + suffix) }
  }
}
