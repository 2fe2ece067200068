package import KeywayCore
import KeywayStore

/// The sets of home-screen shortcuts that devices are given.
package struct ShortcutService: Sendable {
  private let environment: ServiceEnvironment

  package init(environment: ServiceEnvironment) {
    self.environment = environment
  }

  /// What the device would be issued now; changes nothing. Blocks.
  ///
  /// - Parameter language: the language of the texts, or nil for the device's own.
  /// - Throws: ``ServiceError`` `notFound` for a device that is unknown or removed; `StoreError`.
  package func show(_ device: Device.ID, language: String? = nil) throws -> PublishedSet {
    try environment.store.read { reader in
      PublishedSet(try compose(device, language: language, at: environment.now(), in: reader))
    }
  }

  /// Issues the device its set: a new version when the content has changed, else the last one.
  /// Blocks.
  ///
  /// - Parameter language: the language of the texts this time, or nil for the device's own.
  /// - Throws: ``ServiceError`` `notFound` for a device that is unknown or removed; `StoreError`.
  package func issue(_ device: Device.ID, language: String? = nil) throws -> PublishedSet {
    let current = try show(device, language: language)
    if current.isStored { return current }
    return try environment.store.write { transaction in
      let now = environment.now()
      let composition = try compose(device, language: language, at: now, in: transaction)
      _ = try transaction.save([composition.result], at: now)
      return PublishedSet(composition)
    }
  }

  /// Records that devices have been given versions: all, or none when one of them cannot be. Many
  /// are recorded some at a time, so that taps are decided meanwhile; when the process dies on the
  /// way, say it again. Blocks.
  ///
  /// - Throws: ``ServiceError`` when a device is unknown or was never issued that version; the
  ///   message names it. `StoreError`.
  package func acknowledge(_ versions: [(device: Device.ID, version: Int64)]) throws {
    let store = environment.store
    guard versions.count > Self.page else {
      return try store.write { transaction in try Self.acknowledge(versions[...], in: transaction) }
    }
    for page in Self.pages(of: versions) {
      try store.read { reader in
        for (device, version) in page { _ = try Self.isNews(version, of: device, in: reader) }
      }
    }
    for page in Self.pages(of: versions) {
      try store.writePatiently { transaction in try Self.acknowledge(page, in: transaction) }
      store.maintain()
    }
    try store.settle()
  }

  /// The first of these that ``acknowledge(_:)`` would throw for, and why; nil when there is none.
  /// Blocks.
  package func firstUnacceptable(
    of versions: [(device: Device.ID, version: Int64)]
  ) throws -> (index: Int, problem: ServiceError)? {
    try environment.store.read { reader in
      for (index, item) in versions.enumerated() {
        do {
          _ = try Self.isNews(item.version, of: item.device, in: reader)
        } catch let error as ServiceError {
          return (index, error)
        }
      }
      return nil
    }
  }

  /// The devices that should be given a new set, because what they have acknowledged is not what
  /// they would be issued now. Blocks.
  package func staleDevices() throws -> [Device.ID] {
    var composer = SetComposer(language: nil)
    let now = environment.now()
    return try environment.store.read { reader in
      var stale: [Device.ID] = []
      let sweep = try composer.refresh(in: reader)
      var devices = SetQueue(sweep.tells(at: now) ? .due : .all, at: now)
      while let sources = try devices.next(in: reader) {
        for source in sources {
          let composition = try composer.compose(source, at: now, in: reader)
          if !composition.result.isAcknowledged { stale.append(source.device.id) }
        }
      }
      return stale.sorted()
    }
  }

  /// The devices whose acknowledged set has the key among its items. Blocks.
  package func devices(holding key: Key.ID) throws -> [Device.ID] {
    try environment.store.read { reader in
      var holding: [Device.ID] = []
      for record in try Self.presentDevices(in: reader) {
        guard let version = record.acknowledgedVersion,
          let set = try reader.set(of: record.device.id, version: version)
        else { continue }
        if set.content.items.contains(where: { $0.type.utf8.elementsEqual(key.text.utf8) }) {
          holding.append(record.device.id)
        }
      }
      return holding
    }
  }
}

extension ShortcutService {
  /// So many acknowledgements are recorded at a time.
  private static let page = 512

  private static func pages<Item>(of items: [Item]) -> some Sequence<ArraySlice<Item>> {
    stride(from: 0, to: items.count, by: page).lazy.map { start in
      items[start..<min(start + page, items.count)]
    }
  }

  private static func acknowledge<Transaction: StoreTransaction & ~Copyable>(
    _ versions: ArraySlice<(device: Device.ID, version: Int64)>,
    in transaction: borrowing Transaction
  ) throws {
    for (device, version) in versions {
      guard try isNews(version, of: device, in: transaction) else { continue }
      try transaction.acknowledge(version, by: device)
    }
  }

  /// Whether the device has not acknowledged that version or a later one yet; throws when it cannot
  /// have it.
  private static func isNews<Reader: StoreReader & ~Copyable>(
    _ version: Int64, of id: Device.ID, in reader: borrowing Reader
  ) throws -> Bool {
    guard let record = try reader.devices([id])[0], !record.device.isRemoved else {
      throw ServiceError(.notFound, "there is no device '\(id)'")
    }
    if let acknowledged = record.acknowledgedVersion, 1...max(1, acknowledged) ~= version {
      return false
    }
    guard try reader.hasSet(of: id, version: version) else {
      throw ServiceError(
        .invalid, "the device '\(id)' was never issued a set of version \(version)")
    }
    return true
  }

  private static func presentDevices<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [DeviceRecord] {
    var records: [DeviceRecord] = []
    try reader.forEachDevice { if !$0.device.isRemoved { records.append($0) } }
    return records
  }

  private func compose<Reader: StoreReader & ~Copyable>(
    _ device: Device.ID, language: String?, at now: Timestamp, in reader: borrowing Reader
  ) throws -> SetComposer.Composition {
    guard let source = try reader.setSources(of: [device])[0] else {
      throw ServiceError(.notFound, "there is no device '\(device)'")
    }
    var composer = SetComposer(language: language)
    _ = try composer.refresh(in: reader)
    return try composer.compose(source, at: now, in: reader)
  }
}
