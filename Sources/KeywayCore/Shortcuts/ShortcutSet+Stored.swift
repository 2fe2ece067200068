// Key shortcuts and sets as they are kept in a store: JSON in the words of the site file.

extension KeyShortcut {
  /// Only what the key says; empty when it says nothing.
  package var stored: JSONObject {
    var object = JSONObject()
    if case .text(let text) = subtitle { object["subtitle"] = text.map(JSONValue.string) ?? .null }
    object["icon"] = icon.map { .object($0.json) }
    if !userInfo.isEmpty { object["userInfo"] = .object(userInfo.object) }
    return object
  }

  /// Nil for an object that ``stored`` never gives.
  package init?(stored object: JSONObject) {
    self.init()
    for member in object.members {
      switch (member.key, member.value) {
      case ("subtitle", .null): subtitle = .text(nil)
      case ("subtitle", .string(let text)): subtitle = .text(text)
      case ("icon", .object(let icon)):
        guard let icon = try? ShortcutIcon(json: icon) else { return nil }
        self.icon = icon
      case ("userInfo", .object(let info)): userInfo = UserInfo(normalised: info)
      default: return nil
      }
    }
  }
}

extension ShortcutItem {
  /// Nil for an object that ``json(listVersion:)`` without a version never gives.
  package init?(stored object: JSONObject) {
    guard let type = object.text("type"), let title = object.text("localizedTitle"),
      let origin = object.text("origin").flatMap(Origin.init),
      case .object(let info)? = object["userInfo"]
    else { return nil }
    self.init(
      type: type, localizedTitle: title, localizedSubtitle: object.text("localizedSubtitle"),
      userInfo: UserInfo(normalised: info),
      targetContentIdentifier: object.text("targetContentIdentifier"), origin: origin)
    if case .object(let icon)? = object["icon"] {
      guard let icon = try? ShortcutIcon(json: icon) else { return nil }
      self.icon = icon
    }
  }
}

extension ShortcutSet {
  /// `items` and `omitted`, as they stand in a set.
  package var stored: JSONObject {
    [
      "items": .array(items.map { .object($0.json(listVersion: nil)) }),
      "omitted": .array(
        omitted.map {
          .object(["type": .string($0.type), "reason": .string($0.reason.rawValue)])
        }),
    ]
  }

  /// Nil for an object that ``stored`` never gives.
  package init?(stored object: JSONObject) {
    guard case .array(let items)? = object["items"], case .array(let omitted)? = object["omitted"]
    else { return nil }
    self.init(items: [], omitted: [])
    for value in items {
      guard case .object(let object) = value, let item = ShortcutItem(stored: object) else {
        return nil
      }
      self.items.append(item)
    }
    for value in omitted {
      guard case .object(let object) = value, let type = object.text("type"),
        let reason = object.text("reason").flatMap(Omission.init)
      else { return nil }
      self.omitted.append(Omitted(type: type, reason: reason))
    }
  }
}

extension JSONObject {
  /// The member when it is a text, or nil.
  package func text(_ name: String) -> String? {
    guard case .string(let text) = self[name] else { return nil }
    return text
  }
}
