extension ShortcutItem {
  /// The item as it stands in a set of that version, which dynamic items carry in their user info;
  /// nil leaves it away.
  ///
  /// Every field is there; those without a value are null.
  package func json(listVersion: Int64?) -> JSONObject {
    var userInfo = userInfo
    if let listVersion, origin == .dynamic { userInfo = userInfo.adding(listVersion: listVersion) }
    return [
      "type": .string(type),
      "localizedTitle": .string(localizedTitle),
      "localizedSubtitle": localizedSubtitle.map { .string($0) } ?? .null,
      "icon": icon.map { .object($0.json) } ?? .null,
      "userInfo": .object(userInfo.object),
      "targetContentIdentifier": targetContentIdentifier.map { .string($0) } ?? .null,
      "origin": .string(origin.rawValue),
    ]
  }

  /// Reads an item as a phone delivers it: UIKit's six fields, of which only `type` must be there.
  ///
  /// A title that is absent is empty, since nothing depends on it; null is absence, except for
  /// `type` and the title. User info may have `keyway.list`. Where the item came from is not
  /// delivered; it counts as dynamic.
  package init(delivered object: JSONObject) throws(ShortcutFieldError) {
    guard object["type"] != nil else {
      throw ShortcutFieldError(path: ["type"], message: "is missing")
    }
    self.init(type: "", localizedTitle: "", origin: .dynamic)
    for member in object.members { try read(member) }
    guard !type.isEmpty else { throw ShortcutFieldError(path: ["type"], message: "is empty") }
  }

  private mutating func read(_ member: JSONObject.Member) throws(ShortcutFieldError) {
    switch member.key {
    case "type": type = try ShortcutField.text(member)
    case "localizedTitle": localizedTitle = try ShortcutField.text(member)
    case "localizedSubtitle": localizedSubtitle = try ShortcutField.textOrNull(member)
    case "icon":
      icon = try ShortcutField.objectOrNull(member).map { object throws(ShortcutFieldError) in
        do throws(ShortcutFieldError) {
          return try ShortcutIcon(json: object)
        } catch {
          throw ShortcutFieldError(path: ["icon"] + error.path, message: error.message)
        }
      }
    case "userInfo": userInfo = try Self.userInfo(member)
    case "targetContentIdentifier":
      targetContentIdentifier = try ShortcutField.textOrNull(member)
    default:
      throw ShortcutFieldError(path: [member.key], message: "is not a field of an item")
    }
  }

  private static func userInfo(
    _ member: JSONObject.Member
  ) throws(ShortcutFieldError) -> UserInfo {
    guard let object = try ShortcutField.objectOrNull(member) else { return .empty }
    do throws(UserInfoError) {
      return try UserInfo(object, allowingListMember: true)
    } catch {
      throw ShortcutFieldError(path: [member.key] + error.path, message: error.message)
    }
  }
}
