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
      PublishedSet(try compose(device, language: language, in: reader))
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
      let composition = try compose(device, language: language, in: transaction)
      _ = try transaction.save([composition.result])
      return PublishedSet(composition)
    }
  }

  /// Records that devices have been given versions, all or none. Blocks.
  ///
  /// - Throws: ``ServiceError`` when a device is unknown or was never issued that version; the
  ///   message names it. `StoreError`.
  package func acknowledge(_ versions: [(device: Device.ID, version: Int64)]) throws {
    try environment.store.write { transaction in
      for (id, version) in versions {
        let record = try Self.present(id, in: transaction)
        if let acknowledged = record.acknowledgedVersion, 1...max(1, acknowledged) ~= version {
          continue
        }
        guard try transaction.set(of: id, version: version) != nil else {
          throw ServiceError(
            .invalid, "the device '\(id)' was never issued a set of version \(version)")
        }
        try transaction.acknowledge(version, by: id)
      }
    }
  }

  /// The devices that should be given a new set, because what they have acknowledged is not what
  /// they would be issued now. Blocks.
  package func staleDevices() throws -> [Device.ID] {
    var composer = SetComposer(language: nil)
    let now = environment.now()
    return try environment.store.read { reader in
      var stale: [Device.ID] = []
      let changes = try composer.refresh(in: reader)
      var devices = SetQueue(changes.count == changes.seen ? .due : .all, at: now)
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
  private static func present<Reader: StoreReader & ~Copyable>(
    _ id: Device.ID, in reader: borrowing Reader
  ) throws -> DeviceRecord {
    guard let record = try reader.devices([id])[0], !record.device.isRemoved else {
      throw ServiceError(.notFound, "there is no device '\(id)'")
    }
    return record
  }

  private static func presentDevices<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [DeviceRecord] {
    var records: [DeviceRecord] = []
    try reader.forEachDevice { if !$0.device.isRemoved { records.append($0) } }
    return records
  }

  private func compose<Reader: StoreReader & ~Copyable>(
    _ device: Device.ID, language: String?, in reader: borrowing Reader
  ) throws -> SetComposer.Composition {
    guard let source = try reader.setSources(of: [device])[0] else {
      throw ServiceError(.notFound, "there is no device '\(device)'")
    }
    var composer = SetComposer(language: language)
    _ = try composer.refresh(in: reader)
    return try composer.compose(source, at: environment.now(), in: reader)
  }
}
