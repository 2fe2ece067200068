import KeywayCore
import KeywayCrypto

/// What a web service is asked, and the signature that shows who asks.
struct WebhookRequest: Hashable, Sendable {
  /// The verb of a question for the lock's state, which moves nothing.
  static let report = "report"

  /// Nil for a question, which may be asked again.
  let command: LockCommand.ID?
  let door: Door.ID
  let verb: String
  /// The instant from which the service does nothing any more.
  let deadline: Timestamp

  init(_ command: LockCommand) {
    self.command = command.id
    door = command.door
    verb = command.verb.rawValue
    deadline = command.deadline
  }

  /// A question for the state of the door's lock.
  init(reportOf door: Door.ID, deadline: Timestamp) {
    command = nil
    self.door = door
    verb = Self.report
    self.deadline = deadline
  }

  /// Canonical JSON.
  var body: [UInt8] {
    var members: JSONObject = [
      "v": .integer(1), "door": .string(door.text), "verb": .string(verb),
      "deadline": .string(deadline.rfc3339),
    ]
    members["command"] = command.map { .string($0.text) }
    return CanonicalJSON.bytes(of: .object(members))
  }

  /// The text under the signature. No part of it can have a line feed, and only a question has an
  /// empty line, so no two requests have the same text.
  var signedText: String {
    "v1\n\(command?.text ?? "")\n\(door)\n\(verb)\n\(deadline.rfc3339)\n"
  }

  /// All lines of the request's head that Keyway adds; a name without a value keeps libcurl from
  /// adding one.
  func headers(secret: Span<UInt8>) -> [String] {
    let code = HMACSHA256(key: secret).code(for: Array(signedText.utf8).span)
    let key = command.map { ["Idempotency-Key: \($0)"] } ?? []
    return key + [
      "Content-Type: application/json", "Accept: application/json", "User-Agent: keyway",
      "Keyway-Signature: v1=\(code.hex)",
      // With this one the body would wait for an answer, and a refusal of it is a second request.
      "Expect:",
    ]
  }
}
