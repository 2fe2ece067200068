package import KeywayCore

/// Reads the sets that devices were issued, and what they are put together from.
package protocol SetReader: ~Copyable {
  /// The last set that was issued to the device, or nil.
  borrowing func lastSet(of device: Device.ID) throws(StoreError) -> IssuedSet?
  /// That version, or nil when it was never issued or is no longer kept.
  borrowing func set(of device: Device.ID, version: Int64) throws(StoreError) -> IssuedSet?
  /// Whether that version was issued to the device and is kept.
  borrowing func hasSet(of device: Device.ID, version: Int64) throws(StoreError) -> Bool

  /// The next devices that are not removed after a place, at most `limit`, in the order of the
  /// ids' bytes; nil begins.
  borrowing func setSources(
    after place: Device.ID?, limit: Int
  ) throws(StoreError) -> [SetSource]
  /// The next devices after a place that may lack something at that instant: what they show may
  /// have changed, or they have not acknowledged what they were issued. Those for which that is
  /// so by time alone come last. Reads no others, and names all only where ``SetSweep`` says so.
  borrowing func dueSetSources(
    at instant: Timestamp, after place: SetPlace?, limit: Int
  ) throws(StoreError) -> [SetSource]
  /// The devices of the ids, in their order; nil where there is none, or it was removed.
  borrowing func setSources(of devices: [Device.ID]) throws(StoreError) -> [SetSource?]
  /// How many devices there are, or are due at an instant.
  borrowing func setSourceCount(dueAt instant: Timestamp?) throws(StoreError) -> Int
  /// The next devices that were removed after an id, at most `limit`, in the order of the ids'
  /// bytes; nil begins.
  borrowing func removedDevices(
    after device: Device.ID?, limit: Int
  ) throws(StoreError) -> [Device.ID]
  /// The keys of one holder, or with nil those for everyone, in no particular order.
  borrowing func setKeys(
    of holder: Holder.ID?
  ) throws(StoreError) -> [ShortcutSetBuilder.Candidate]
  /// How far the devices have been looked at.
  borrowing func setSweep() throws(StoreError) -> SetSweep
}

/// Records which sets devices were issued and which they have.
package protocol SetWriter: ~Copyable {
  /// Keeps a version, and has the device looked at again.
  borrowing func save(_ set: IssuedSet, of device: Device.ID) throws(StoreError)
  /// Keeps what the devices' sets came to at an instant.
  ///
  /// - Returns: the devices whose set changed, or that were issued another, since their source was
  ///   read; nothing is kept of those.
  borrowing func save(
    _ results: [SetResult], at instant: Timestamp
  ) throws(StoreError) -> [Device.ID]
  /// Sets the device's acknowledged version and drops the versions before it.
  borrowing func acknowledge(_ version: Int64, by device: Device.ID) throws(StoreError)
  /// Sets the version that the device's last tap came from.
  borrowing func noteShown(_ version: Int64, by device: Device.ID) throws(StoreError)
  /// Takes an instant as the latest, although sets were put together for later ones; it counts as
  /// a change to what is on all devices.
  borrowing func setClockBack(to instant: Timestamp) throws(StoreError)
  /// Notes that all devices have been looked at since that many changes to what they share, at an
  /// instant or before.
  borrowing func noteSweep(changes: Int64, at instant: Timestamp) throws(StoreError)
}

/// A version of a device's set, as it was issued.
package struct IssuedSet: Hashable, Sendable {
  /// Counts from 1.
  package let version: Int64
  package let issuedAt: Timestamp
  package let content: ShortcutSet

  package init(version: Int64, issuedAt: Timestamp, content: ShortcutSet) {
    self.version = version
    self.issuedAt = issuedAt
    self.content = content
  }
}

/// What is kept of one device for putting together its set.
package struct SetSource: Hashable, Sendable {
  /// A version as it is kept.
  package struct Version: Hashable, Sendable {
    package let number: Int64
    package let issuedAt: Timestamp
    /// The canonical JSON of ``KeywayCore/ShortcutSet/stored``.
    package let content: [UInt8]

    package init(number: Int64, issuedAt: Timestamp, content: [UInt8]) {
      self.number = number
      self.issuedAt = issuedAt
      self.content = content
    }
  }

  package let device: Device
  /// Nil when the device is nobody's.
  package let holderState: Standing?
  /// The version that the device has confirmed, or nil.
  package let acknowledgedVersion: Int64?
  /// The last one that was issued, or nil.
  package let last: Version?
  /// Counts the changes to the device and to its holder's keys.
  package let changes: Int64
  /// Whether a set was put together since the last of them.
  package let isSeen: Bool
  /// When that set may change by time alone, or nil for never.
  package let changesAt: Timestamp?
  package let place: SetPlace

  package init(
    device: Device, holderState: Standing?, acknowledgedVersion: Int64?, last: Version?,
    changes: Int64, isSeen: Bool, changesAt: Timestamp?, place: SetPlace
  ) {
    self.device = device
    self.holderState = holderState
    self.acknowledgedVersion = acknowledgedVersion
    self.last = last
    self.changes = changes
    self.isSeen = isSeen
    self.changesAt = changesAt
    self.place = place
  }
}

/// Where a device stands among those that are due.
package struct SetPlace: Hashable, Sendable {
  /// From when on it is due, in milliseconds since 1970; 0 for at once, nil for never.
  package let dueAt: Int64?
  package let device: Device.ID

  package init(dueAt: Int64?, device: Device.ID) {
    self.dueAt = dueAt
    self.device = device
  }
}

/// What putting together a device's set came to.
package struct SetResult: Sendable {
  package let source: SetSource
  /// A version to keep, or nil when the last one says the same.
  package let next: SetSource.Version?
  /// When the set may change by time alone, or nil for never.
  package let changesAt: Timestamp?
  /// Whether it is the set that the device should show. One in a language that was asked for leaves
  /// that open: the device is looked at again.
  package let settles: Bool

  package init(
    source: SetSource, next: SetSource.Version?, changesAt: Timestamp?, settles: Bool = true
  ) {
    self.source = source
    self.next = next
    self.changesAt = changesAt
    self.settles = settles
  }

  /// Whether there is anything to keep.
  package var isNews: Bool { next != nil || settles && !isSettled }

  /// Whether all that would be kept of it is kept already.
  private var isSettled: Bool {
    source.isSeen && source.changesAt == changesAt
      && source.place.dueAt == (isAcknowledged ? changesAt?.milliseconds : 0)
  }

  /// Whether the device has what it should show.
  package var isAcknowledged: Bool {
    next == nil && source.last?.number == source.acknowledgedVersion
  }
}

/// How far the devices have been looked at.
package struct SetSweep: Hashable, Sendable {
  /// Counts the changes to what is on all devices: actions and the keys for everyone.
  package let changes: Int64
  /// The count from which on no device has been looked at.
  package let seen: Int64
  /// The latest instant for which a set was put together and kept.
  package let latest: Timestamp

  package init(changes: Int64, seen: Int64, latest: Timestamp) {
    self.changes = changes
    self.seen = seen
    self.latest = latest
  }

  /// Whether the devices that are due at an instant are all that may lack something then. Which
  /// ones by time alone is known of the future only: seen from before ``latest`` all may.
  package func tells(at instant: Timestamp) -> Bool { changes == seen && latest <= instant }
}
