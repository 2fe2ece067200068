package import KeywayCore

/// A recorded tap that comes to something else on another registry.
package struct TapDifference: Hashable, Sendable {
  /// What a person at the door can tell: whether it opens, why it does not and when it will, which
  /// door it is, and what the app shows in its place. How the tap came to a command is not among
  /// it, nor are links and user info, which are as they were delivered.
  private static let noticed = [
    "outcome", "reason", "detail", "door", "screen", "nextValid", "retryAfter",
  ]

  /// Counted from 1 within the recording.
  package let line: Int
  /// Of the line.
  package let at: Timestamp
  package let tap: String
  package let device: Device.ID?
  /// Nil when neither registry has a key that the tap names.
  package let key: String?
  /// Nil when neither answer tells a door; the first one's where both do.
  package let door: String?
  /// What is noticed on the one registry.
  package let here: JSONObject
  /// What is noticed on the other.
  package let there: JSONObject

  /// Nil when nobody would notice. The objects are what two replays say of the tap.
  init?(_ line: RecordingLine, _ here: JSONObject, _ there: JSONObject) {
    self.here = Self.noticed(in: here)
    self.there = Self.noticed(in: there)
    guard self.here != self.there else { return nil }
    self.line = line.number
    at = line.at
    tap = here.text("tap") ?? ""
    device = line.device
    key = here.text("key") ?? there.text("key")
    door = here.text("door") ?? there.text("door")
  }

  /// `line`, `at`, `tap`, and where there are any `device`, `key` and `door`; `here` and `against`
  /// have the outcomes.
  package var json: JSONObject {
    var object: JSONObject = [
      "line": .integer(Int64(line)), "at": .string(at.rfc3339), "tap": .string(tap),
      "here": .object(here), "against": .object(there),
    ]
    object["device"] = device.map { .string($0.text) }
    object["key"] = key.map(JSONValue.string)
    object["door"] = door.map(JSONValue.string)
    return object
  }

  /// The two outcomes in short, as `granted -> outside_hours`; where they are called the same, with
  /// the first field that differs.
  package var change: String {
    let (before, after) = (Self.label(of: here), Self.label(of: there))
    if before != after { return "\(before) -> \(after)" }
    let field = Self.noticed.first { here[$0] != there[$0] } ?? ""
    return "\(before), other \(field)"
  }

  private static func noticed(in answer: JSONObject) -> JSONObject {
    var object = JSONObject()
    for name in noticed { object[name] = answer[name] }
    return object
  }

  private static func label(of answer: JSONObject) -> String {
    let name = answer.text("reason") ?? answer.text("outcome") ?? ""
    return name + (answer.text("detail").map { " (\($0))" } ?? "")
  }
}
