package import KeywayCore
package import KeywayStore

/// A version of a device's set, as files and HTTP have it.
package struct PublishedSet: Hashable, Sendable {
  package let device: Device.ID
  package let limit: Device.ShortcutLimit
  package let issued: IssuedSet
  /// Whether it is a version that the store has; otherwise it would be the next one.
  package let isStored: Bool

  /// As `shortcut issue` prints it: dynamic items carry the version as `keyway.list`.
  package var json: JSONObject {
    var members = issued.content.stored
    members["items"] = .array(
      issued.content.items.map { .object($0.json(listVersion: issued.version)) })
    members["device"] = .string(device.text)
    members["version"] = .integer(issued.version)
    members["issuedAt"] = .string(issued.issuedAt.rfc3339)
    members["limit"] =
      switch limit {
      case .count(let count): .integer(count)
      case .all: .string("all")
      }
    return members
  }
}
