package import KeywayCore

/// Reads the sets that devices were issued.
package protocol SetReader: ~Copyable {
  /// The last set that was issued to the device, or nil.
  borrowing func lastSet(of device: Device.ID) throws(StoreError) -> IssuedSet?
  /// That version, or nil when it was never issued or is no longer kept.
  borrowing func set(of device: Device.ID, version: Int64) throws(StoreError) -> IssuedSet?
}

/// Records which sets devices were issued and which they have.
package protocol SetWriter: ~Copyable {
  borrowing func save(_ set: IssuedSet, of device: Device.ID) throws(StoreError)
  /// Sets the device's acknowledged version and drops the versions before it.
  borrowing func acknowledge(_ version: Int64, by device: Device.ID) throws(StoreError)
  /// Sets the version that the device's last tap came from.
  borrowing func noteShown(_ version: Int64, by device: Device.ID) throws(StoreError)
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
