import KeywayCore

extension SiteFileValue {
  static func icon(_ value: JSONValue) throws(SiteFileValueError) -> ShortcutIcon {
    var icon = ShortcutIcon()
    var fields = try nested(value)
    fields.expectOnly(["systemImageName", "templateImageName", "type"])
    fields.set(&icon.systemImageName, "systemImageName", null: nil, word)
    fields.set(&icon.templateImageName, "templateImageName", null: nil, word)
    fields.set(&icon.type, "type", null: nil, systemType)
    guard fields.problems.isEmpty else { throw below(fields) }
    guard icon != ShortcutIcon() else { throw SiteFileValueError("an icon names a picture") }
    return icon
  }

  static func json(of icon: ShortcutIcon?) -> JSONValue {
    guard let icon else { return .null }
    var object = JSONObject()
    object["systemImageName"] = icon.systemImageName.map { .string($0) }
    object["templateImageName"] = icon.templateImageName.map { .string($0) }
    object["type"] = icon.type.map { .string($0.rawValue) }
    return .object(object)
  }

  static func userInfo(_ value: JSONValue) throws(SiteFileValueError) -> UserInfo {
    guard case .object(let object) = value else {
      throw SiteFileValueError.wrongType("an object", value)
    }
    // Member by member, so that each one that is wrong is reported.
    var problems: [RegistryProblem] = []
    for member in object.members {
      do throws(UserInfoError) {
        _ = try UserInfo([member.key: member.value], allowingListMember: false)
      } catch {
        problems.append(
          RegistryProblem(
            path: error.path.map { ".\($0)" }.joined(), message: error.message))
      }
    }
    guard problems.isEmpty else { throw SiteFileValueError(problems: problems) }
    do throws(UserInfoError) {
      return try UserInfo(object, allowingListMember: false)
    } catch {
      throw SiteFileValueError(error.message, at: error.path.map { ".\($0)" }.joined())
    }
  }

  /// What a key says about its item; as a value of its own, so that absent members have their
  /// defaults. An absent subtitle is the door's site, a null one is none.
  static func shortcut(_ value: JSONValue) throws(SiteFileValueError) -> KeyShortcut {
    var shortcut = KeyShortcut()
    var fields = try nested(value)
    fields.expectOnly(["subtitle", "icon", "userInfo"])
    fields.set(&shortcut.subtitle, "subtitle", null: .text(nil)) {
      value throws(SiteFileValueError) in .text(try line(value))
    }
    fields.set(&shortcut.icon, "icon", null: nil, icon)
    fields.set(&shortcut.userInfo, "userInfo", null: .empty, userInfo)
    guard fields.problems.isEmpty else { throw below(fields) }
    return shortcut
  }

  /// Null when the key says nothing.
  static func json(of shortcut: KeyShortcut) -> JSONValue {
    guard shortcut != KeyShortcut() else { return .null }
    var object: JSONObject = [
      "icon": json(of: shortcut.icon), "userInfo": .object(shortcut.userInfo.object),
    ]
    if case .text(let text) = shortcut.subtitle {
      object["subtitle"] = text.map { .string($0) } ?? .null
    }
    return .object(object)
  }

  static func lock(_ value: JSONValue) throws(SiteFileValueError) -> JSONObject {
    guard case .object(let object) = value else {
      throw SiteFileValueError.wrongType("an object", value)
    }
    guard let name = object["driver"] else {
      throw SiteFileValueError("is missing", at: ".driver")
    }
    var driver = LockDriverName.simulator
    var fields = try nested(value)
    fields.set(&driver, "driver", choice)
    guard fields.problems.isEmpty else { throw below(fields) }
    fields.expectOnly(["driver"] + driver.members)
    var lock: JSONObject = ["driver": name]
    for member in driver.members {
      var text: String?
      fields.set(&text, member, null: nil, word)
      lock[member] = text.map { .string($0) }
    }
    guard fields.problems.isEmpty else { throw below(fields) }
    do throws(LockSettingsError) {
      try driver.check(lock)
    } catch {
      throw SiteFileValueError(error.message, at: ".\(error.member)")
    }
    return lock
  }

  private static func systemType(
    _ value: JSONValue
  ) throws(SiteFileValueError) -> ShortcutIcon.SystemType {
    try choice(value)
  }

  private static func nested(_ value: JSONValue) throws(SiteFileValueError) -> FieldReader {
    guard case .object(let object) = value else {
      throw SiteFileValueError.wrongType("an object", value)
    }
    return FieldReader(object, path: "")
  }

  private static func below(_ fields: FieldReader) -> SiteFileValueError {
    SiteFileValueError(
      problems: fields.problems.map { RegistryProblem(path: ".\($0.path)", message: $0.message) })
  }
}
