import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// The set of one phone.
struct ShortcutRoutes: Sendable {
  let services: ServerServices

  var routes: [Route] {
    [
      Route(
        "GET", "/v1/devices/{id}/shortcuts", for: [.device, .job],
        .blocking { call in try issue(call) }),
      Route(
        "POST", "/v1/devices/{id}/shortcuts/ack", for: [.device, .job], body: .json,
        .blocking { call in try acknowledge(call) }),
    ]
  }

  /// What changes the answer is the version, which has the texts of a language, and the limit.
  private func issue(_ call: Call) throws -> HTTPResponse {
    let language = try Self.language(call.query("language")["language"])
    let set = try services.shortcuts.issue(try device(of: call), language: language)
    var parts = ["\(set.issued.version)"]
    switch set.limit {
    case .count(let count): parts.append("\(count)")
    case .all: parts.append("all")
    }
    if let language { parts.append(language.lowercased()) }
    let tag = EntityTag(text: parts.joined(separator: "-"))
    if try call.has(tag) { return .unmodified(tag) }
    var writer = JSONWriter(capacity: 1 << 12)
    set.append(to: &writer)
    return .tagged(tag, writer.bytes)
  }

  private func acknowledge(_ call: Call) throws -> HTTPResponse {
    _ = try call.query()
    let device = try device(of: call)
    guard let version = try call.object(of: "version")["version"]?.wholeNumber, version > 0 else {
      throw Problem(400, "invalid", "version: is a whole number from 1")
    }
    do {
      try services.shortcuts.acknowledge([(device, version)])
    } catch let error as ServiceError where error.code == .invalid {
      throw Problem(409, "never_issued", error.message)
    }
    return .json(.object(["acknowledged": .integer(1)]))
  }

  /// The phone in the path; a phone's own token has no other.
  private func device(of call: Call) throws(Problem) -> Device.ID {
    try call.requireNoScope()
    if let own = call.principal?.device, own.text != call.parameters[0] {
      throw Problem(403, "forbidden", "the token is another phone's")
    }
    return try call.id()
  }

  static func language(_ text: String?) throws(Problem) -> String? {
    guard let text else { return nil }
    guard LanguageTag.isWellFormed(text) else {
      throw Problem(
        400, "invalid", "language: is not a language tag such as ja or pt-BR (BCP 47)")
    }
    return text
  }
}
