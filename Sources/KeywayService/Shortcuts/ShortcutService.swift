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
  /// - Throws: ``ServiceError`` `notFound` for a device that is unknown or removed; `StoreError`.
  package func show(_ device: Device.ID) throws -> PublishedSet {
    try environment.store.read { reader in
      try published(Self.present(device, in: reader), in: reader)
    }
  }

  /// Issues the device its set: a new version when the content has changed, else the last one.
  /// Blocks.
  ///
  /// - Throws: ``ServiceError`` `notFound` for a device that is unknown or removed; `StoreError`.
  package func issue(_ device: Device.ID) throws -> PublishedSet {
    let current = try show(device)
    if current.isStored { return current }
    return try environment.store.write { transaction in
      let set = try published(Self.present(device, in: transaction), in: transaction)
      if !set.isStored { try transaction.save(set.issued, of: device) }
      return set
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
    try environment.store.read { reader in
      var stale: [Device.ID] = []
      for record in try Self.presentDevices(in: reader) {
        let set = try published(record, in: reader)
        if !set.isStored || record.acknowledgedVersion != set.issued.version {
          stale.append(record.device.id)
        }
      }
      return stale
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

  private func published<Reader: StoreReader & ~Copyable>(
    _ record: DeviceRecord, in reader: borrowing Reader
  ) throws -> PublishedSet {
    let device = record.device
    let now = environment.now()
    let content = try Self.content(for: device, at: now, in: reader)
    let last = try reader.lastSet(of: device.id)
    let acknowledged = try record.acknowledgedVersion.flatMap {
      try reader.set(of: device.id, version: $0)?.content
    }
    if let last, !content.differs(from: last.content, acknowledged: acknowledged) {
      return PublishedSet(
        device: device.id, limit: device.shortcutLimit, issued: last, isStored: true)
    }
    let next = IssuedSet(
      version: (last?.version ?? 0) + 1, issuedAt: now,
      content: content.settled(byAcknowledging: acknowledged))
    return PublishedSet(
      device: device.id, limit: device.shortcutLimit, issued: next, isStored: false)
  }

  private static func content<Reader: StoreReader & ~Copyable>(
    for device: Device, at now: Timestamp, in reader: borrowing Reader
  ) throws -> ShortcutSet {
    let holder = try device.holder.flatMap { try reader.holders([$0])[0]?.holder }
    var keys = try reader.keys(of: nil)
    if let holder { keys += try reader.keys(of: holder.id) }
    let doors = Array(Set(keys.map(\.key.door)))
    var sites: [Door.ID: String] = [:]
    for record in try reader.doors(doors).compactMap({ $0 }) {
      sites[record.door.id] = record.door.site
    }
    var actions: [Action] = []
    try reader.forEachAction { actions.append($0.action) }
    let candidates = keys.map {
      ShortcutSetBuilder.Candidate(key: $0.key, uses: $0.uses, site: sites[$0.key.door])
    }
    return ShortcutSetBuilder(device: device, holder: holder, now: now)
      .set(keys: candidates, actions: actions)
  }
}
