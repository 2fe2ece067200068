import KeywayCore
import KeywayStore

/// What of the registry as it stands is needed to understand its log.
struct RegistryExtract: Sendable {
  let settings: ServiceSettings
  let installation: Installation
  /// Devices by the pseudonym under which the log knows them.
  private(set) var phones: [String: Device.ID] = [:]
  /// Doors without a lock, where every command fails at once.
  private(set) var locklessDoors: Set<Door.ID> = []
  /// Keys with a use limit.
  private(set) var limitedKeys: Set<Key.ID> = []

  /// Throws `StoreError`, or `SettingError` for a stored value that cannot be used.
  init<Reader: StoreReader & ~Copyable>(_ reader: borrowing Reader) throws {
    settings = try ServiceSettings(reader.settings())
    installation = try reader.installation()
    try reader.forEachDevice { if !$0.pseudonym.isEmpty { phones[$0.pseudonym] = $0.device.id } }
    try reader.forEachDoor { if $0.door.lock == nil { locklessDoors.insert($0.door.id) } }
    try reader.forEachKey { if $0.key.maxUses != nil { limitedKeys.insert($0.key.id) } }
  }
}
