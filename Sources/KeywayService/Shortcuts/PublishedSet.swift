package import KeywayCore
package import KeywayStore

/// A version of a device's set, as files and HTTP have it.
package struct PublishedSet: Hashable, Sendable {
  package let device: Device.ID
  package let limit: Device.ShortcutLimit
  package let issued: IssuedSet
  /// Whether it is a version that the store has; otherwise it would be the next one.
  package let isStored: Bool

  init(_ composition: SetComposer.Composition) {
    let result = composition.result
    device = result.source.device.id
    limit = result.source.device.shortcutLimit
    let version = result.next ?? result.source.last
    issued = IssuedSet(
      version: version?.number ?? 0, issuedAt: version?.issuedAt ?? Timestamp(milliseconds: 0),
      content: composition.content)
    isStored = result.next == nil
  }

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

  /// Appends the canonical JSON of ``json``.
  package func append(to writer: inout JSONWriter) {
    writer.raw(#"{"device":"#)
    writer.id(device.text)
    writer.raw(#","issuedAt":"#)
    writer.timestamp(issued.issuedAt)
    writer.raw(#","items":"#)
    issued.content.appendItems(to: &writer, listVersion: issued.version)
    writer.raw(#","limit":"#)
    switch limit {
    case .count(let count): writer.integer(count)
    case .all: writer.raw(#""all""#)
    }
    writer.raw(#","omitted":"#)
    issued.content.appendOmitted(to: &writer)
    writer.raw(#","version":"#)
    writer.integer(issued.version)
    writer.raw("}")
  }
}
