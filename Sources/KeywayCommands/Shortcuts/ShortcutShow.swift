import KeywayCore
import KeywayService

/// `keyway shortcut show`
struct ShortcutShow: Command {
  private static let device = Positional.required(
    "device", .reference(to: Device.self), help: "The phone.")

  static let name = "show"
  static let summary = "Print the set that a phone would be issued now; always JSON."
  static let parameters = Parameters(device, LanguageOption.language)

  private let device: Reference<Device>
  private let language: String?

  init(_ arguments: Arguments) throws(UsageError) {
    device = try arguments[Self.device]
    language = try arguments[LanguageOption.language]
  }

  func run(in context: inout KeywayContext) throws {
    try context.print(context.shortcuts.show(context.resolve(device), language: language).json)
  }
}
