extension RecordingFields {
  /// Reads what reached the app.
  ///
  /// - Parameter namesPhone: whether an item's phone is known otherwise than by its field.
  func delivery(
    at: Timestamp, namesPhone: Bool = false
  ) throws(RecordingError) -> TapDelivery {
    let payload = try payload(namesPhone: namesPhone)
    let channel: TapChannel = try require("channel", word("channel"))
    let scene = try text("scene")
    let shown = try version("list")
    let named = try listVersion(payload)
    return TapDelivery(
      channel: channel, scene: scene ?? TapDelivery.mainScene, payload: payload, at: at,
      id: try tapID(), flags: try deliveryFlags(), list: shown ?? named)
  }

  private func payload(namesPhone: Bool) throws(RecordingError) -> TapPayload {
    if let link = try text("link") {
      guard !has("item") else {
        throw error("link", "stands beside 'item'; one thing was delivered")
      }
      return .link(Array(link.utf8))
    }
    let object = try members("item")
    guard let object else { throw error("item", "is missing, and so is 'link'") }
    guard namesPhone || has("device") else {
      throw error("device", "is missing: an item stands on a phone")
    }
    do throws(ShortcutFieldError) {
      let item = try ShortcutItem(delivered: object)
      return .item(type: item.type, userInfo: item.userInfo)
    } catch {
      throw self.error((["item"] + error.path).joined(separator: "."), error.message)
    }
  }

  private func deliveryFlags() throws(RecordingError) -> Set<TapFlag> {
    var flags: Set<TapFlag> = []
    for (index, name) in try self.flags().enumerated() {
      guard let flag = TapFlag(rawValue: name) else {
        let names = TapFlag.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(
          "flags.\(index)", "is \(quoted(name)), which is not one of \(names)")
      }
      flags.insert(flag)
    }
    return flags
  }

  /// The version of the set that the item says it belongs to.
  private func listVersion(
    _ payload: TapPayload
  ) throws(RecordingError) -> Int64? {
    guard case .item(_, let userInfo) = payload else { return nil }
    return try version(
      userInfo.object[UserInfo.listMember], field: "item.userInfo.\(UserInfo.listMember)")
  }
}
