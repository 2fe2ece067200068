import KeywayCore

extension TapInbox {
  static func phone(_ events: [LifeEvent] = []) -> Self {
    var inbox = Self(device: Device.ID(trusted: "phone-1"))
    for event in events { _ = inbox.handle(event) }
    return inbox
  }

  /// What a test asks of a delivery, without the other fields of its tap.
  mutating func outcome(of delivery: TapDelivery) -> Outcome {
    Outcome(receive(delivery))
  }

  struct Outcome: Equatable, CustomStringConvertible {
    let text: String

    init(_ receipt: TapReceipt) {
      let text =
        switch receipt.outcome {
        case .none: "none"
        case .pending(let tap): "pending \(tap.id)"
        case .handOver(let tap): "handOver \(tap.id)"
        case .duplicate(let id): "duplicate \(id)"
        case .conflict(let tap): "conflict \(tap.id)"
        }
      self.text = text + (receipt.superseded.map { " superseded \($0)" } ?? "")
    }

    var description: String { text }

    static func == (left: Self, right: String) -> Bool { left.text == right }
  }
}

extension TapDelivery {
  /// An item of type `type`, at that many milliseconds.
  static func item(
    _ type: String, on channel: TapChannel = .scenePerformAction, scene: String = mainScene,
    at milliseconds: Int64 = 0, id: String? = nil, flags: Set<TapFlag> = [], list: Int64? = nil
  ) -> Self {
    Self(
      channel: channel, scene: scene, payload: .item(type: type, userInfo: .empty),
      at: Timestamp(milliseconds: milliseconds), id: id, flags: flags, list: list)
  }

  static func link(
    _ text: String, on channel: TapChannel = .openURL, scene: String = mainScene,
    at milliseconds: Int64 = 0, id: String? = nil, flags: Set<TapFlag> = []
  ) -> Self {
    Self(
      channel: channel, scene: scene, payload: .link(Array(text.utf8)),
      at: Timestamp(milliseconds: milliseconds), id: id, flags: flags)
  }
}

extension TapTransition {
  static let nothing = Self()
}
