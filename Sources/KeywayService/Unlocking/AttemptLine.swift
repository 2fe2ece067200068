package import KeywayCore
package import KeywayStore

/// What became of a tap, for programs and for people.
package struct AttemptLine {
  private let attempt: Attempt
  private let answer: JSONObject
  private let command: LockCommand?

  /// - Throws: ``StoreError`` `corrupt` when the remembered answer cannot be read.
  package init(_ attempt: Attempt, _ command: LockCommand?) throws(StoreError) {
    guard case .object(let answer)? = try? JSONValue(parsing: attempt.answer.span) else {
      throw StoreError(
        .corrupt, "the remembered answer of a tap cannot be read; restore a backup")
    }
    self.attempt = attempt
    self.answer = answer
    self.command = command
  }

  /// The answer as its sender got it, `sender`, `decidedAt`, `seq` and the command as `actuation`.
  package var members: JSONObject {
    var members = answer
    members["tap"] = .string(attempt.tap.id)
    members["sender"] = .string(attempt.tap.sender)
    members["decidedAt"] = .string(attempt.decidedAt.rfc3339)
    members["seq"] = attempt.sequence.map(JSONValue.integer)
    members["actuation"] = command.map { .object(Self.members(of: $0)) }
    return members
  }

  /// The members of `actuation`.
  package static func members(of command: LockCommand) -> JSONObject {
    var members: JSONObject = [
      "command": .string(command.id.text),
      "door": .string(command.door.text),
      "verb": .string(command.verb.rawValue),
      "state": .string(command.state.rawValue),
      "decidedAt": .string(command.decidedAt.rfc3339),
      "deadline": .string(command.deadline.rfc3339),
    ]
    members["sentAt"] = command.sentAt.map { .string($0.rfc3339) }
    members["detail"] = command.detail.map(JSONValue.string)
    return members
  }

  /// One line for people.
  package var sentence: String {
    let reason = [answer.text("reason"), answer.text("detail").map { "(\($0))" }]
      .compactMap { $0 }.joined(separator: " ")
    let subject = ["door", "screen"].compactMap { answer.text($0) }
    var sentence = "\(answer.text("outcome") ?? ""): "
    sentence += ((reason.isEmpty ? [] : [reason]) + subject).joined(separator: ", ")
    if let key = answer.text("key") { sentence += ", key \(key)" }
    sentence += ", by \(attempt.tap.sender) at \(attempt.decidedAt.rfc3339)"
    if let sequence = attempt.sequence { sentence += ", log entry \(sequence)" }
    if let command {
      let detail = command.detail.map { " (\($0))" } ?? ""
      sentence += "; command \(command.id): \(command.state.rawValue)\(detail)"
    }
    return sentence
  }
}
