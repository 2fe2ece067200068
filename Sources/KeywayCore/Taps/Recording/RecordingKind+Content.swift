extension RecordingKind {
  /// Reads what the line is about.
  func content(
    _ fields: RecordingFields, at: Timestamp
  ) throws(RecordingError) -> RecordingLine.Content {
    switch self {
    case .life: return .life(try life(fields))
    case .lock:
      let door: Door.ID = try fields.require("door", fields.id("door"))
      return .lock(
        door: door, behaviour: try fields.require("state", fields.word("state")),
        after: try fields.duration("after"))
    case .apply: return .apply(try fields.require("apply", fields.members("apply")))
    case .delivery: return .delivery(try fields.delivery(at: at))
    }
  }

  private func life(_ fields: RecordingFields) throws(RecordingError) -> LifeEvent {
    let name = try fields.require("event", fields.text("event"))
    guard let event = Self.events[name] else {
      let names = Self.eventNames.joined(separator: ", ")
      throw fields.error("event", "is \(quoted(name)), which is not one of \(names)")
    }
    guard fields.has("device") else {
      throw fields.error("device", "is missing: '\(name)' happens on a phone")
    }
    _ = try fields.text("scene")
    let flags = try fields.flags()
    for (index, flag) in flags.enumerated() where flag != Self.slowStart || name != "launch" {
      throw fields.error(
        "flags.\(index)", "is \(quoted(flag)); only 'launch' has a flag, 'slowStart'")
    }
    return name == "launch" ? .launch(slowStart: !flags.isEmpty) : event
  }

  private static let slowStart = "slowStart"
  private static let eventNames = [
    "launch", "active", "inactive", "background", "terminate", "ready", "lock",
  ]
  private static let events: [String: LifeEvent] = [
    "launch": .launch(slowStart: false), "active": .active, "inactive": .inactive,
    "background": .background, "terminate": .terminate, "ready": .ready,
  ]
}
