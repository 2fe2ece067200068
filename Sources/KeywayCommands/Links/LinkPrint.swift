import KeywayCore
import KeywayService
import KeywayStore

/// `keyway link print`
struct LinkPrint: Command {
  private static let key = Positional.required(
    "key", .reference(to: Key.self).orType, help: "The key, or with --action the action's type.")
  private static let form = Option.optional(
    "form", .choice(of: DeepLink.Form.self), help: "How it is written; custom when absent.")
  private static let action = Flag.present(
    "action", help: "Print the link to an action of the app.")

  static let name = "print"
  static let summary = "Print the link to a key, or to an action."
  static let parameters = Parameters(key, form, action).atMostOne(of: form, action)
  static let examples = [
    Example("keyway link print k1 --form bare", "The short form, as on a tag.")
  ]

  private let target: String
  private let form: DeepLink.Form
  private let isAction: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    target = try arguments[Self.key].text
    form = try arguments[Self.form] ?? .custom
    isAction = try arguments[Self.action]
  }

  func run(in context: inout KeywayContext) throws {
    let settings = try context.settings
    let printed = try isAction ? action(settings, context) : key(settings, context)
    let form = try settings.form(of: printed.link, leadingTo: printed.id)
    try context.print(
      [
        "form": .string(form.rawValue), "link": .string(printed.link),
        isAction ? "action" : "key": .string(printed.id),
      ], orSay: printed.link)
  }

  private func key(
    _ settings: ServiceSettings, _ context: KeywayContext
  ) throws -> (id: String, link: String) {
    let id = try context.resolve(Reference<Key>(text: target))
    guard let link = settings.links.link(toKey: id, as: form) else {
      throw ServiceError.noHost
    }
    let record = try context.read { reader in try reader.keys([id])[0] }
    if record?.key.state == .revoked { try context.note("keyway: the key '\(id)' is revoked") }
    return (id.text, link)
  }

  private func action(
    _ settings: ServiceSettings, _ context: KeywayContext
  ) throws -> (id: String, link: String) {
    let type = try context.resolve(Reference<Action>(text: target))
    guard let id = Identifier<Action>(type.text) else {
      throw ServiceError(
        .invalid, "no link can name the action '\(type.text)': its type is not written like an id")
    }
    return (id.text, settings.links.link(toAction: id))
  }
}

extension ValueSyntax where Value == Reference<Key> {
  /// Also the types of actions, which are free text.
  fileprivate var orType: Self {
    Self("ID", print: { $0.text }) { (text) throws(ValueError) in
      guard !text.isEmpty else { throw ValueError("is not an id") }
      return Reference(text: text)
    }
  }
}
