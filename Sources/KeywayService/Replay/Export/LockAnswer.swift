import KeywayCore

/// How the lock of a recorded tap has to answer, so that its command ends as the log has it.
struct LockAnswer: Hashable, Sendable {
  let behaviour: LockBehaviour
  /// Milliseconds from the decision to the answer; nil for at once, or with `unconfirmed` for
  /// never.
  let after: Int64?

  /// What a lock does that no line speaks of.
  static let atOnce = Self(behaviour: .acknowledged, after: nil)

  /// The line by which the lock of the door answers so from `at` on.
  func line(at: Timestamp, door: Door.ID) -> JSONObject {
    var line: JSONObject = [
      "at": .string(at.rfc3339), "event": .string("lock"), "door": .string(door.text),
      "state": .string(behaviour.rawValue),
    ]
    line["after"] = after.flatMap { DurationText(milliseconds: $0) }.map {
      .string($0.description)
    }
    return line
  }
}
