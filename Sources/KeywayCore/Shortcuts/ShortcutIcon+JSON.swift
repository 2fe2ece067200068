extension ShortcutIcon {
  /// The icon as files have it: only the names that are set.
  package var json: JSONObject {
    var object = JSONObject()
    if let systemImageName { object["systemImageName"] = .string(systemImageName) }
    if let templateImageName { object["templateImageName"] = .string(templateImageName) }
    if let type { object["type"] = .string(type.rawValue) }
    return object
  }

  /// Reads ``json``: at least one name, none of them empty, and nothing else.
  package init(json object: JSONObject) throws(ShortcutFieldError) {
    self.init()
    for member in object.members {
      guard ["systemImageName", "templateImageName", "type"].contains(member.key) else {
        throw ShortcutFieldError(
          path: [member.key],
          message: "is not a field of an icon: systemImageName, templateImageName, type")
      }
      let name = try ShortcutField.text(member)
      guard !name.isEmpty else {
        throw ShortcutFieldError(path: [member.key], message: "is empty")
      }
      switch member.key {
      case "systemImageName": systemImageName = name
      case "templateImageName": templateImageName = name
      default: type = try Self.systemType(name)
      }
    }
    guard !object.isEmpty else {
      throw ShortcutFieldError(
        path: [], message: "is empty: systemImageName, templateImageName or type is missing")
    }
  }

  private static func systemType(_ name: String) throws(ShortcutFieldError) -> SystemType {
    guard let type = SystemType(rawValue: name) else {
      let names = SystemType.allCases.map(\.rawValue).joined(separator: ", ")
      throw ShortcutFieldError(
        path: ["type"], message: "is \(quoted(name)), which is not one of \(names)")
    }
    return type
  }
}
