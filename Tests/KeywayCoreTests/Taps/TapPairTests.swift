import KeywayCore
import Testing

@Suite struct TapPairTests {
  @Test(arguments: PhoneState.all, TapChannel.allCases)
  func `a tap is handed over once, when the app can take it`(
    _ state: PhoneState, _ channel: TapChannel
  ) {
    for delivery in [TapDelivery.item("k1", on: channel, at: 7), .link("x/k", on: channel, at: 7)] {
      var inbox = TapInbox.phone(state.before)
      let verb = state.waits ? "pending" : "handOver"
      #expect(inbox.outcome(of: delivery) == "\(verb) phone-1-7-1")
      expectHandOver(of: state.waits ? "phone-1-7-1" : nil, by: &inbox, state)
    }
  }

  @Test(arguments: PhoneState.all, TapChannel.allCases)
  func `every pair of channels is one tap or two`(_ state: PhoneState, _ first: TapChannel) {
    for second in TapChannel.allCases {
      for isEqual in [true, false] {
        for isSameScene in [true, false] {
          let isOneTap =
            isEqual
            && TapPairRule.isOneTap(
              first, second, isLaunching: state.isLaunching, isSameScene: isSameScene)
          check(
            state, .item("k1", on: first, at: 1),
            .item(isEqual ? "k1" : "k2", on: second, scene: isSameScene ? "main" : "s2", at: 2),
            isOneTap: isOneTap)
        }
      }
    }
  }

  private func check(
    _ state: PhoneState, _ first: TapDelivery, _ second: TapDelivery, isOneTap: Bool
  ) {
    let pair: Comment = "\(first.channel), \(second.channel), \(second.scene), \(second.payload)"
    var inbox = TapInbox.phone(state.before)
    _ = inbox.receive(first)
    let expected =
      if isOneTap { "duplicate phone-1-1-1" } else if state.waits {
        "pending phone-1-2-1 superseded phone-1-1-1"
      } else { "handOver phone-1-2-1" }
    #expect(inbox.outcome(of: second) == expected, pair)
    let last = isOneTap ? "phone-1-1-1" : "phone-1-2-1"
    expectHandOver(of: state.waits ? last : nil, by: &inbox, state, pair)
  }

  private func expectHandOver(
    of id: Tap.ID?, by inbox: inout TapInbox, _ state: PhoneState, _ comment: Comment? = nil
  ) {
    #expect(inbox.pending?.id == id, comment)
    for event in state.after.dropLast() {
      #expect(inbox.handle(event) == .nothing, comment)
    }
    if let event = state.after.last {
      let transition = inbox.handle(event)
      #expect(transition.handedOver?.id == id, comment)
      #expect(transition.dropped == nil, comment)
    }
    for event in [LifeEvent.active, .inactive, .active, .background, .ready, .active] {
      #expect(inbox.handle(event) == .nothing, comment)
    }
  }
}
