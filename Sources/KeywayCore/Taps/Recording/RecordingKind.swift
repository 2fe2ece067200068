/// What a line of a recording is about, by the field that says so.
enum RecordingKind: String {
  case life = "event"
  /// An `event` too, with a door in place of the device.
  case lock
  case apply
  case delivery = "channel"

  /// Of an object that has none of the deciding fields, nothing can be said.
  init(_ fields: RecordingFields) throws(RecordingError) {
    if let unknown = fields.object.members.first(where: { !Self.isField($0.key) }) {
      throw fields.error(unknown.key, "is not a field of a recording")
    }
    if fields.has("event") {
      self = try fields.text("event") == Self.lock.rawValue ? .lock : .life
    } else if fields.has("apply") {
      self = .apply
    } else if fields.has("channel") || fields.has("item") || fields.has("link") {
      self = .delivery
    } else {
      throw fields.error(nil, "nothing happens: 'event', 'apply' or 'channel' is missing")
    }
  }

  /// Refuses fields that say nothing about a line of this kind.
  func checkFields(_ fields: RecordingFields) throws(RecordingError) {
    let own = Self.common + own
    if let foreign = fields.object.members.first(where: { !own.contains($0.key) }) {
      throw fields.error(foreign.key, "does not belong on a line with '\(name)'")
    }
  }

  private static let common = ["at", "expect"]

  private var own: [String] {
    switch self {
    case .life: ["device", "scene", "event", "flags"]
    case .lock: ["event", "door", "state", "after"]
    case .apply: ["apply"]
    case .delivery:
      ["received", "device", "scene", "channel", "item", "link", "tap", "list", "flags"]
    }
  }

  private static func isField(_ name: String) -> Bool {
    [life, lock, apply, delivery].contains { ($0.own + common).contains(name) }
  }

  /// The field as messages show it.
  private var name: String {
    switch self {
    case .lock: #""event":"lock""#
    case .life, .apply, .delivery: rawValue
    }
  }
}
