import KeywayCore
import KeywayService

/// `keyway config get`
struct ConfigGet: Command {
  private static let setting = Positional.required(
    "name", .setting, help: "The setting; 'keyway config list' names them.")

  static let name = "get"
  static let summary = "Print the value of a setting."
  static let parameters = Parameters(setting)

  private let setting: Setting

  init(_ arguments: Arguments) throws(UsageError) {
    setting = try arguments[Self.setting]
  }

  func run(in context: inout KeywayContext) throws {
    let values = try context.configuration.all().filter { $0.setting == setting }
    for value in values { try context.print(value.members, orSay: value.value) }
  }
}

extension ValueSyntax where Value == Setting {
  /// The name of a setting.
  static var setting: Self { .choice(of: Setting.self).named("NAME") }
}
