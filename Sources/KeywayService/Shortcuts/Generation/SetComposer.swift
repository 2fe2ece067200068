import KeywayCore
import KeywayStore

/// Puts together the sets of many devices, one after the other.
struct SetComposer {
  /// What all devices have, as it was at a count of changes.
  private struct Shared {
    let count: Int64
    let keys: [ShortcutSetBuilder.Candidate]
    let actions: [Action]
  }

  /// The language of the texts, or nil for each device's own.
  private let language: String?
  private var shared: Shared?
  private var writer = JSONWriter(capacity: 4096)

  init(language: String?) {
    self.language = language
  }

  /// What a device's set is, and what has to be kept of it.
  struct Composition {
    let result: SetResult
    /// What the device is to be given.
    let content: ShortcutSet
  }

  /// How far the devices have been looked at; what all have is read anew when it has changed. To be
  /// asked for in each transaction before sets are put together.
  mutating func refresh<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> SetSweep {
    let sweep = try reader.setSweep()
    if shared?.count != sweep.changes {
      var actions: [Action] = []
      try reader.forEachAction { actions.append($0.action) }
      shared = Shared(count: sweep.changes, keys: try reader.setKeys(of: nil), actions: actions)
    }
    return sweep
  }

  mutating func compose<Reader: StoreReader & ~Copyable>(
    _ source: SetSource, at now: Timestamp, in reader: borrowing Reader
  ) throws -> Composition {
    let builder = ShortcutSetBuilder(
      device: source.device, holder: source.holderState, language: language, now: now)
    var keys = try source.device.holder.map { try reader.setKeys(of: $0) } ?? []
    if let shared { keys += shared.keys }
    let set = builder.set(keys: keys, actions: shared?.actions ?? [])
    let changesAt = builder.nextChange(keys: keys)
    func composition(_ next: SetSource.Version?, _ content: ShortcutSet) -> Composition {
      Composition(
        result: SetResult(
          source: source, next: next, changesAt: changesAt, settles: language == nil),
        content: content)
    }
    guard let last = source.last else {
      return composition(version(1, of: set, at: now), set)
    }
    // Nearly always the set is what it was, to the byte.
    if write(set) == last.content { return composition(nil, set) }
    let previous = try last.set(of: source.device.id)
    let acknowledged = try acknowledgedSet(of: source, in: reader)
    guard set.differs(from: previous, acknowledged: acknowledged) else {
      return composition(nil, previous)
    }
    let settled = set.settled(byAcknowledging: acknowledged)
    return composition(version(last.number + 1, of: settled, at: now), settled)
  }

  private func acknowledgedSet<Reader: StoreReader & ~Copyable>(
    of source: SetSource, in reader: borrowing Reader
  ) throws -> ShortcutSet? {
    guard let version = source.acknowledgedVersion else { return nil }
    return try reader.set(of: source.device.id, version: version)?.content
  }

  private mutating func version(
    _ number: Int64, of set: ShortcutSet, at now: Timestamp
  ) -> SetSource.Version {
    SetSource.Version(number: number, issuedAt: now, content: write(set))
  }

  private mutating func write(_ set: ShortcutSet) -> [UInt8] {
    writer.removeAll()
    set.appendStored(to: &writer)
    return writer.copy()
  }
}

extension SetSource.Version {
  /// The set that was kept.
  fileprivate func set(of device: Device.ID) throws(StoreError) -> ShortcutSet {
    guard case .object(let object)? = try? JSONValue(parsing: content.span),
      let set = ShortcutSet(stored: object)
    else {
      throw StoreError(
        .corrupt,
        "a set of the device '\(device)' cannot be read; restore the database from a backup")
    }
    return set
  }
}
