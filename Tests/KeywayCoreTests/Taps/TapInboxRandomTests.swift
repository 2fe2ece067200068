import KeywayCore
import Testing

@Suite struct TapInboxRandomTests {
  /// What a test knows of the taps so far, by other means than the inbox's.
  private struct Ledger {
    var isActive = true
    var isReady = true
    var pending: Tap.ID?
    var began = 0
    var handedOver: [Tap.ID] = []
    var superseded: [Tap.ID] = []
    var dropped: [Tap.ID] = []

    mutating func note(_ event: LifeEvent) {
      switch event {
      case .launch(let slowStart): (isActive, isReady) = (false, !slowStart)
      case .terminate: (isActive, isReady) = (false, true)
      case .active: isActive = true
      case .inactive, .background: isActive = false
      case .ready: isReady = true
      }
    }
  }

  private static let events: [LifeEvent] = [
    .launch(slowStart: false), .launch(slowStart: true), .active, .active, .inactive, .background,
    .terminate, .ready,
  ]

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `every tap ends once or is still pending`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var inbox = TapInbox.phone()
    var ledger = Ledger()
    for step in Int64(0)..<300 {
      if Bool.random(using: &random), let event = Self.events.randomElement(using: &random) {
        handle(event, &inbox, &ledger, "seed \(seed), step \(step)")
      } else {
        let delivery = Self.delivery(at: step / 2, &random)
        receive(delivery, &inbox, &ledger, "seed \(seed), step \(step)")
      }
      #expect(inbox.pending?.id == ledger.pending, "seed \(seed), step \(step)")
    }
    let ends = ledger.handedOver + ledger.superseded + ledger.dropped
    #expect(ledger.began == ends.count + (ledger.pending == nil ? 0 : 1), "seed \(seed)")
    #expect(Set(ends).count == ends.count, "seed \(seed)")
  }

  private static func delivery(
    at milliseconds: Int64, _ random: inout SeededGenerator
  ) -> TapDelivery {
    .item(
      ["k1", "k2"].randomElement(using: &random) ?? "",
      on: TapChannel.allCases.randomElement(using: &random) ?? .http,
      scene: ["s1", "s2"].randomElement(using: &random) ?? "", at: milliseconds,
      flags: Int.random(in: 0..<10, using: &random) == 0 ? [.recreated] : [])
  }

  private func handle(
    _ event: LifeEvent, _ inbox: inout TapInbox, _ ledger: inout Ledger, _ place: Comment
  ) {
    let transition = inbox.handle(event)
    ledger.note(event)
    if let tap = transition.handedOver {
      #expect(ledger.isActive && ledger.isReady && ledger.pending == tap.id, place)
      ledger.handedOver.append(tap.id)
      ledger.pending = nil
    } else if let id = transition.dropped {
      #expect(ledger.pending == id, place)
      ledger.dropped.append(id)
      ledger.pending = nil
    } else {
      #expect(ledger.pending == nil || !ledger.isActive || !ledger.isReady, place)
    }
  }

  private func receive(
    _ delivery: TapDelivery, _ inbox: inout TapInbox, _ ledger: inout Ledger, _ place: Comment
  ) {
    let receipt = inbox.receive(delivery)
    if let id = receipt.superseded {
      #expect(ledger.pending == id, place)
      ledger.superseded.append(id)
      ledger.pending = nil
    }
    switch receipt.outcome {
    case .none: #expect(delivery.flags == [.recreated], place)
    case .duplicate:
      #expect(delivery.channel != .scenePerformAction && delivery.channel != .http, place)
    case .conflict: Issue.record("a conflict without ids; \(place)")
    case .pending(let tap):
      #expect(ledger.pending == nil && !(ledger.isActive && ledger.isReady), place)
      ledger.began += 1
      ledger.pending = tap.id
    case .handOver(let tap):
      #expect(ledger.pending == nil && ledger.isActive && ledger.isReady, place)
      ledger.began += 1
      ledger.handedOver.append(tap.id)
    }
  }
}
