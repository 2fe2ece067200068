package import KeywayCore

/// The lists of the registry.
package enum RegistryList: String, Sendable, CaseIterable {
  case doors, holders, devices, keys, actions
}

/// Reads doors, holders, devices, keys and actions. Removed ones are among them, and say so.
package protocol RegistryReader: ~Copyable {
  /// The records of the ids, in their order; nil where nobody has the id.
  borrowing func doors(_ ids: [Door.ID]) throws(StoreError) -> [DoorRecord?]
  borrowing func holders(_ ids: [Holder.ID]) throws(StoreError) -> [HolderRecord?]
  borrowing func devices(_ ids: [Device.ID]) throws(StoreError) -> [DeviceRecord?]
  borrowing func keys(_ ids: [Key.ID]) throws(StoreError) -> [KeyRecord?]
  borrowing func actions(_ types: [ActionType]) throws(StoreError) -> [ActionRecord?]

  /// Calls the body with each record in the order of the ids' bytes, without holding all of them.
  borrowing func forEachDoor(_ body: (DoorRecord) throws -> Void) throws
  borrowing func forEachHolder(_ body: (HolderRecord) throws -> Void) throws
  borrowing func forEachDevice(_ body: (DeviceRecord) throws -> Void) throws
  borrowing func forEachKey(_ body: (KeyRecord) throws -> Void) throws
  borrowing func forEachAction(_ body: (ActionRecord) throws -> Void) throws

  /// The keys of one holder, or with nil those for everyone, in no particular order.
  borrowing func keys(of holder: Holder.ID?) throws(StoreError) -> [KeyRecord]
  /// The devices of one holder that are not removed, in the order of the ids' bytes.
  borrowing func devices(of holder: Holder.ID) throws(StoreError) -> [DeviceRecord]
  /// The first ids of a list that begin with `prefix`, ascending, at most `limit`.
  borrowing func ids(
    in list: RegistryList, prefix: String, limit: Int
  ) throws(StoreError) -> [String]
  /// The next ids of a list behind one that need not be there, ascending, at most `limit`; nil
  /// begins. What was removed is among them.
  borrowing func ids(
    in list: RegistryList, after id: String?, limit: Int
  ) throws(StoreError) -> [String]
  /// The first key of the door that is not revoked, or nil.
  borrowing func unrevokedKey(onDoor door: Door.ID) throws(StoreError) -> Key.ID?
  /// The first key of the holder that is not revoked, or nil.
  borrowing func unrevokedKey(ofHolder holder: Holder.ID) throws(StoreError) -> Key.ID?
}

/// Writes doors, holders, devices, keys and actions.
package protocol RegistryWriter: ~Copyable {
  /// Adds or replaces whole records; a reference to a row that does not exist is `constraint`.
  borrowing func save(doors: [DoorRecord]) throws(StoreError)
  borrowing func save(holders: [HolderRecord]) throws(StoreError)
  /// Adds or replaces whole records; a removed device loses its sets, which hold titles.
  borrowing func save(devices: [DeviceRecord]) throws(StoreError)
  /// Adds or replaces whole records, with the uses that they carry.
  borrowing func save(keys: [KeyRecord]) throws(StoreError)
  borrowing func save(actions: [ActionRecord]) throws(StoreError)
}

package struct DoorRecord: Hashable, Sendable {
  package var door: Door
  /// 32 random bytes under which the row's texts stand in the log.
  package let secret: [UInt8]

  package init(door: Door, secret: [UInt8]) {
    self.door = door
    self.secret = secret
  }
}

package struct HolderRecord: Hashable, Sendable {
  package var holder: Holder
  /// The random name under which the log knows the holder.
  package let pseudonym: String
  package let secret: [UInt8]

  package init(holder: Holder, pseudonym: String, secret: [UInt8]) {
    self.holder = holder
    self.pseudonym = pseudonym
    self.secret = secret
  }
}

package struct DeviceRecord: Hashable, Sendable {
  package var device: Device
  /// The random name under which the log knows the device; empty when it no longer knows it.
  package let pseudonym: String
  package let secret: [UInt8]
  /// The version of the set that the device has confirmed, or nil.
  package var acknowledgedVersion: Int64?
  /// The version that the last tap came from, or nil.
  package var shownVersion: Int64?

  package init(
    device: Device, pseudonym: String, secret: [UInt8], acknowledgedVersion: Int64? = nil,
    shownVersion: Int64? = nil
  ) {
    self.device = device
    self.pseudonym = pseudonym
    self.secret = secret
    self.acknowledgedVersion = acknowledgedVersion
    self.shownVersion = shownVersion
  }
}

package struct KeyRecord: Hashable, Sendable {
  package var key: Key
  /// How many unlocks were charged; counted only while the key has a limit.
  package var uses: Int64
  package let secret: [UInt8]
  /// Whether a restore suspended the key, rather than anybody; only of suspended ones.
  package var isHeld: Bool

  package init(key: Key, uses: Int64, secret: [UInt8], isHeld: Bool = false) {
    self.key = key
    self.uses = uses
    self.secret = secret
    self.isHeld = isHeld
  }
}

package struct ActionRecord: Hashable, Sendable {
  package var action: Action
  package let secret: [UInt8]

  package init(action: Action, secret: [UInt8]) {
    self.action = action
    self.secret = secret
  }
}
