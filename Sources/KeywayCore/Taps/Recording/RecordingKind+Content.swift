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
    case .delivery: return .delivery(try delivery(fields, at: at))
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

  private func delivery(
    _ fields: RecordingFields, at: Timestamp
  ) throws(RecordingError) -> TapDelivery {
    let payload = try payload(fields)
    let channel: TapChannel = try fields.require("channel", fields.word("channel"))
    let scene = try fields.text("scene")
    let shown = try fields.version("list")
    let named = try listVersion(payload, fields)
    return TapDelivery(
      channel: channel, scene: scene ?? TapDelivery.mainScene, payload: payload, at: at,
      id: try fields.tapID(), flags: try deliveryFlags(fields), list: shown ?? named)
  }

  private func payload(_ fields: RecordingFields) throws(RecordingError) -> TapPayload {
    if let link = try fields.text("link") {
      guard !fields.has("item") else {
        throw fields.error("link", "stands beside 'item'; one thing was delivered")
      }
      return .link(Array(link.utf8))
    }
    let object = try fields.members("item")
    guard let object else { throw fields.error("item", "is missing, and so is 'link'") }
    guard fields.has("device") else {
      throw fields.error("device", "is missing: an item stands on a phone")
    }
    do throws(ShortcutFieldError) {
      let item = try ShortcutItem(delivered: object)
      return .item(type: item.type, userInfo: item.userInfo)
    } catch {
      throw fields.error((["item"] + error.path).joined(separator: "."), error.message)
    }
  }

  private func deliveryFlags(_ fields: RecordingFields) throws(RecordingError) -> Set<TapFlag> {
    var flags: Set<TapFlag> = []
    for (index, name) in try fields.flags().enumerated() {
      guard let flag = TapFlag(rawValue: name) else {
        let names = TapFlag.allCases.map(\.rawValue).joined(separator: ", ")
        throw fields.error(
          "flags.\(index)", "is \(quoted(name)), which is not one of \(names)")
      }
      flags.insert(flag)
    }
    return flags
  }

  /// The version of the set that the item says it belongs to.
  private func listVersion(
    _ payload: TapPayload, _ fields: RecordingFields
  ) throws(RecordingError) -> Int64? {
    guard case .item(_, let userInfo) = payload else { return nil }
    return try fields.version(
      userInfo.object[UserInfo.listMember], field: "item.userInfo.\(UserInfo.listMember)")
  }
}
