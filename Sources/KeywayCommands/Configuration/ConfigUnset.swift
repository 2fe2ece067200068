import KeywayCore
import KeywayService

/// `keyway config unset`
struct ConfigUnset: Command {
  private static let setting = Positional.required(
    "name", .setting, help: "The setting; 'keyway config list' names them.")

  static let name = "unset"
  static let summary = "Put a setting back to its default."
  static let parameters = Parameters(setting, Common.because, Common.dryRun)

  private let setting: Setting
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    setting = try arguments[Self.setting]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    try context.change(setting, to: nil, isRehearsal: isRehearsal)
  }
}
