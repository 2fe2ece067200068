import KeywayCore
import KeywayStore

/// What the registry lists under an id, so that a beginning of the id can stand for it.
protocol Registered: SendableMetatype {
  static var list: RegistryList { get }
  /// The word for one of them in messages.
  static var noun: String { get }
}

extension Door: Registered {
  static let list = RegistryList.doors
  static let noun = "door"
}

extension Holder: Registered {
  static let list = RegistryList.holders
  static let noun = "holder"
}

extension Device: Registered {
  static let list = RegistryList.devices
  static let noun = "device"
}

extension Key: Registered {
  static let list = RegistryList.keys
  static let noun = "key"
}

extension Action: Registered {
  static let list = RegistryList.actions
  static let noun = "action"
}
