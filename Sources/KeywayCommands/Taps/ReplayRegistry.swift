import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore

/// Where the registry of a replay comes from, and where its private copy is.
struct ReplayRegistry {
  enum Source: Hashable, Sendable {
    /// The operator's own.
    case database
    /// A site file.
    case site(String)
    /// A database, which is only read, or a site file: what stands in the file decides.
    case other(String)
  }

  let source: Source
  /// Where the copy is kept, or nil for one that goes with the replay.
  let destination: String?
  let resetsUses: Bool
  /// Whether a copy that is not kept may leave memory for the disk, where a long recording's taps
  /// cost a third more time but no memory.
  var spills = false

  /// The largest site file, in bytes.
  private static let siteLimit = 1 << 30

  /// What the registry is called in messages.
  var name: String {
    switch source {
    case .database: "the database"
    case .site(let path), .other(let path): path
    }
  }

  /// Makes the copy.
  ///
  /// - Throws: ``ServiceError`` when there is a file at the destination, or for a bad file that is
  ///   not known to be a site file; `RegistryError` for a bad site file, `StoreError` and
  ///   ``FileError``.
  func makeCopy(
    context: KeywayContext, zones: TimeZones, now: Timestamp,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) throws -> any Store {
    do {
      let origin = try origin(context, now: now)
      if let destination, (try? FileInput.open(destination)) != nil {
        throw ServiceError(.invalid, "\(destination) exists; the copy wants a new file")
      }
      var options = SQLiteStore.Options()
      options.isTemporary = spills && destination == nil
      let copy = try SQLiteStore(
        path: destination ?? ":memory:", options: options, now: now, random: random)
      do {
        try fill(copy, from: origin, zones: zones, now: now, random: random)
      } catch {
        discardCopy()
        throw error
      }
      return copy
    } catch let error as RegistryError {
      guard case .other(let path) = source else { throw error }
      let problems = error.problems.map(\.description)
      let words = problems.isEmpty ? error.message : problems.joined(separator: "; ")
      throw ServiceError(.invalid, "\(path): \(words)")
    }
  }

  /// Removes a copy that was made and is of no use, because the replay did not come to its end.
  func discardCopy() {
    guard let destination else { return }
    for suffix in ["", "-wal", "-shm", "-lock"] { FileOutput.remove(destination + suffix) }
  }

  private enum Origin {
    case store(any Store)
    case site(SiteFile)
  }

  private func origin(_ context: KeywayContext, now: Timestamp) throws -> Origin {
    switch source {
    case .database: return .store(try context.environment.store)
    case .site(let path):
      return .site(try SiteFile(parsing: FileInput.bytes(of: path, limit: Self.siteLimit)))
    case .other(let path):
      let file = try FileInput.open(path)
      let start = try FileInput.start(of: file, count: SQLiteStore.fileMark.count)
      if start == SQLiteStore.fileMark {
        var options = SQLiteStore.Options()
        options.isReadOnly = true
        return .store(try SQLiteStore(path: path, options: options, now: now) { _ in [] })
      }
      let rest = try FileInput.bytes(of: file, limit: Self.siteLimit)
      return .site(try SiteFile(parsing: start + rest))
    }
  }

  private func fill(
    _ copy: any Store, from origin: Origin, zones: TimeZones, now: Timestamp,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) throws {
    switch origin {
    case .store(let store): try RegistryCopy(resetsUses: resetsUses).copy(from: store, to: copy)
    case .site(let file):
      let environment = ServiceEnvironment(
        store: copy, now: { now }, random: random, zones: zones)
      _ = try RegistryService(environment: environment)
        .importSite(file, actor: Actor(name: "replay"))
    }
  }
}
