import KeywayCore
import KeywayService

/// `keyway config set`
struct ConfigSet: Command {
  private static let setting = Positional.required(
    "name", .setting, help: "The setting; 'keyway config list' names them.")
  private static let value = Positional.required(
    "value", .text, help: "Its value; lists are divided by commas.")

  static let name = "set"
  static let summary = "Set a setting; it holds from the next tap on."
  static let parameters = Parameters(setting, value, Common.because, Common.dryRun)
  static let examples = [
    Example("keyway config set link.hosts unlock.example", "Understand https links to this host.")
  ]

  private let setting: Setting
  private let value: String
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    setting = try arguments[Self.setting]
    value = try arguments[Self.value]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    try context.change(setting, to: value, isRehearsal: isRehearsal)
  }
}

extension KeywayContext {
  /// Sets a value or puts the default back, and says what holds then.
  func change(_ setting: Setting, to value: String?, isRehearsal: Bool) throws {
    let isChanged = try configuration.set(
      setting, to: value, by: actor, isRehearsal: isRehearsal)
    let current = value ?? setting.defaultValue
    let members: JSONObject = [
      "name": .string(setting.rawValue), "value": .string(current), "changed": .bool(isChanged),
    ]
    try print(
      members,
      orSay: "\(setting.rawValue) = \(current)\(isChanged ? "" : " (unchanged)")")
    try noteRehearsal(isRehearsal)
  }
}
