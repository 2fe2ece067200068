import KeywayCore
package import KeywayStore

/// Copies the registry of one store into another, empty one: records with their secrets,
/// pseudonyms and uses, removed ones, the sets that devices were issued last and have
/// acknowledged, and settings. Attempts, commands and the log stay behind, as do actors and what
/// was made with the store.
package struct RegistryCopy: Sendable {
  /// Whether the copy's keys begin without uses.
  package let resetsUses: Bool

  package init(resetsUses: Bool = false) {
    self.resetsUses = resetsUses
  }

  /// Blocks; the source is read in one state. Throws ``StoreError``; after an error the copy is
  /// worth nothing.
  package func copy(from source: any Store, to destination: any Store) throws {
    try source.read { reader in
      try destination.write { transaction in
        for (name, value) in try reader.settings() { try transaction.setSetting(name, to: value) }
        try copy(DoorRecord.self, from: reader, to: transaction)
        try copy(HolderRecord.self, from: reader, to: transaction)
        try copy(DeviceRecord.self, from: reader, to: transaction)
        try copy(KeyRecord.self, from: reader, to: transaction)
        try copy(ActionRecord.self, from: reader, to: transaction)
        try copySets(from: reader, to: transaction)
      }
    }
  }

  /// Few enough to be held, many enough that preparing a statement does not count.
  private static let batch = 1000

  private func copy<
    Entity: RegistryEntity, Reader: StoreReader & ~Copyable, Writer: StoreTransaction & ~Copyable
  >(
    _: Entity.Type, from reader: borrowing Reader, to writer: borrowing Writer
  ) throws {
    var records: [Entity] = []
    try Entity.forEach(in: reader) { record in
      records.append(resetsUses ? record.unused : record)
      guard records.count == Self.batch else { return }
      try Entity.save(records, in: writer)
      records.removeAll(keepingCapacity: true)
    }
    try Entity.save(records, in: writer)
  }

  private func copySets<Reader: StoreReader & ~Copyable, Writer: StoreTransaction & ~Copyable>(
    from reader: borrowing Reader, to writer: borrowing Writer
  ) throws {
    // A statement that is being read from cannot be asked about each device on the way.
    var devices: [(id: Device.ID, versions: [Int64?])] = []
    try reader.forEachDevice { record in
      let versions = [record.acknowledgedVersion, record.shownVersion]
      devices.append((record.device.id, versions))
    }
    for (device, versions) in devices {
      guard let last = try reader.lastSet(of: device) else { continue }
      for version in Set(versions.compactMap { $0 }).sorted() where version != last.version {
        guard let set = try reader.set(of: device, version: version) else { continue }
        try writer.save(set, of: device)
      }
      try writer.save(last, of: device)
    }
  }
}

extension RegistryEntity {
  /// The same, as if it had never been used.
  fileprivate var unused: Self {
    guard var record = self as? KeyRecord else { return self }
    record.uses = 0
    return record as? Self ?? self
  }
}
