import KeywayCore

/// The options that name an item's icon.
struct IconFields {
  private static let systemImageName = Option.clearable(
    "icon-system-image-name", .text.named("SYMBOL"), help: "The icon as an SF symbol.")
  private static let templateImageName = Option.clearable(
    "icon-template-image-name", .text.named("IMAGE"), help: "The icon as an image of the app.")
  private static let type = Option.clearable(
    "icon-type", .choice(of: ShortcutIcon.SystemType.self).named("TYPE"),
    help: "The icon as one of the system's types.")
  static let parameters = Parameters(systemImageName, templateImageName, type)

  private let systemImageName: Change<String>
  private let templateImageName: Change<String>
  private let type: Change<ShortcutIcon.SystemType>

  init(_ arguments: Arguments) throws(UsageError) {
    systemImageName = try arguments[Self.systemImageName]
    templateImageName = try arguments[Self.templateImageName]
    type = try arguments[Self.type]
  }

  /// Whether anything was said of the icon.
  var isGiven: Bool { systemImageName != .keep || templateImageName != .keep || type != .keep }

  /// The site file's icon after the change; null when no picture is left.
  func json(over stored: JSONValue?) -> JSONValue {
    var icon: JSONObject = [:]
    if case .object(let object)? = stored { icon = object }
    icon.set("systemImageName", systemImageName) { .string($0) }
    icon.set("templateImageName", templateImageName) { .string($0) }
    icon.set("type", type) { .string($0.rawValue) }
    return icon.members.allSatisfy { $0.value == .null } ? .null : .object(icon)
  }
}
