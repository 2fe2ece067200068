import KeywayCore
import KeywayHTTP
import KeywayService

extension Call {
  /// Who asks, as the log is to know it.
  ///
  /// - Parameter because: why; nil where nobody said.
  func actor(because: String? = nil) throws(Problem) -> Actor {
    guard let principal else { throw Problem(403, "forbidden", "nobody may do this") }
    return principal.actor(because: because)
  }

  /// Throws 403 for who has a part of the house only.
  func requireNoScope() throws(Problem) {
    guard principal?.scope == nil else {
      throw Problem(403, "forbidden", "a token for a part of the house may not do this")
    }
  }

  /// The body's object, of whose members each is among these.
  func object(of names: String...) throws -> JSONObject {
    let object = try object()
    for member in object.members where !names.contains(member.key) {
      throw Problem(
        400, "invalid",
        "the body has the member \(SafeWords.quoted(member.key)), which means nothing here")
    }
    return object
  }

  /// Why, as people write it: 1 to 255 bytes.
  static func reason(_ text: String?) throws(Problem) -> String? {
    guard let text else { return nil }
    guard (1...255).contains(text.utf8.count) else {
      throw Problem(400, "invalid", "because: has 1 to 255 bytes of UTF-8")
    }
    return text
  }
}

extension HTTPQuery {
  /// `true` or `false`; false when it is absent.
  func flag(_ name: String) throws(KeywayServer.Problem) -> Bool {
    switch self[name] {
    case nil, "false"?: return false
    case "true"?: return true
    default: throw KeywayServer.Problem(400, "invalid_query", "\(name) is true or false")
    }
  }

  /// Why, as `because`.
  func reason() throws(KeywayServer.Problem) -> String? { try Call.reason(self["because"]) }
}

extension JSONObject {
  /// A text, or nil when it is absent or null.
  func string(_ name: String) throws(Problem) -> String? {
    switch self[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw Problem(400, "invalid", "\(name): is a string")
    }
  }

  /// False when it is absent or null.
  func flag(_ name: String) throws(Problem) -> Bool {
    switch self[name] {
    case nil, .null?: return false
    case .bool(let flag)?: return flag
    default: throw Problem(400, "invalid", "\(name): is true or false")
    }
  }
}
