import KeywayCore
import KeywayService

/// A token as it is printed; of its secret there is nothing.
struct TokenFields {
  private let token: Token
  private let state: Token.State

  /// - Parameter instant: when it is looked at.
  init(_ token: Token, at instant: Timestamp) {
    self.token = token
    state = token.state(at: instant)
  }

  /// Every field, null where there is nothing to say.
  var object: JSONObject {
    [
      "id": .string(token.id.text), "role": .string(token.role.rawValue),
      "device": Self.value(token.device?.text), "door": Self.value(door), "site": Self.value(site),
      "name": Self.value(token.name), "issuedAt": Self.value(token.issuedAt.rfc3339),
      "validUntil": Self.value(token.expiresAt?.rfc3339),
      "lastUsedAt": Self.value(token.lastUsedAt?.rfc3339),
      "revokedAt": Self.value(token.revokedAt?.rfc3339), "state": .string(state.rawValue),
    ]
  }

  static let columns = [
    "ID", "ROLE", "FOR", "NAME", "ISSUED", "UNTIL", "LAST USED", "STATE",
  ]

  var cells: [Table.Cell] {
    [
      Table.Cell(token.id.text), Table.Cell(token.role.rawValue), Table.Cell(subject),
      Table.Cell(token.name ?? "-"), Table.Cell(token.issuedAt.rfc3339),
      Table.Cell(token.expiresAt?.rfc3339 ?? "-"), Table.Cell(token.lastUsedAt?.rfc3339 ?? "-"),
      Table.Cell(state.rawValue, tone: state == .active ? .good : .caution),
    ]
  }

  private var subject: String {
    token.device.map { "device \($0)" } ?? door.map { "door \($0)" } ?? site.map { "site \($0)" }
      ?? "all"
  }

  private var door: String? {
    if case .door(let door)? = token.scope { return door.text }
    return nil
  }

  private var site: String? {
    if case .site(let site)? = token.scope { return site }
    return nil
  }

  private static func value(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
