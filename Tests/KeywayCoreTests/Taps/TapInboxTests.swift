import KeywayCore
import Testing

@Suite struct TapInboxTests {
  @Test func `activations without a tap hand nothing over`() {
    var inbox = TapInbox.phone()
    #expect(inbox.handle(.launch(slowStart: false)) == .nothing)
    for _ in 1...3 {
      #expect(inbox.handle(.active) == .nothing)
      #expect(inbox.handle(.inactive) == .nothing)
      #expect(inbox.handle(.background) == .nothing)
    }
  }

  @Test func `a scene that connects in a living process is one tap, each time`() {
    var inbox = TapInbox.phone([.launch(slowStart: false), .active])
    for round in Int64(1)...3 {
      let tap = "phone-1-\(round)0-1"
      #expect(
        inbox.outcome(
          of: .item("k1", on: .configurationForConnecting, scene: "s2", at: round * 10))
          == "handOver \(tap)")
      #expect(
        inbox.outcome(of: .item("k1", on: .willConnectTo, scene: "s2", at: round * 10 + 1))
          == "duplicate \(tap)")
    }
  }

  @Test func `a scene's second connection without a configuration is a new tap`() {
    var inbox = TapInbox.phone()
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 1))
    _ = inbox.receive(.item("k1", on: .willConnectTo, at: 2))
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, at: 3)) == "handOver phone-1-3-1")
  }

  @Test func `a connection with another payload ends the wait of its scene`() {
    var inbox = TapInbox.phone()
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 1))
    _ = inbox.receive(.item("k2", on: .willConnectTo, at: 2))
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, at: 3)) == "handOver phone-1-3-1")
  }

  @Test func `the last configuration of a scene counts`() {
    var inbox = TapInbox.phone()
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 1))
    _ = inbox.receive(.item("k2", on: .configurationForConnecting, at: 2))
    #expect(
      inbox.outcome(of: .item("k2", on: .willConnectTo, at: 3)) == "duplicate phone-1-2-1")
  }

  @Test func `scenes connect crosswise`() {
    var inbox = TapInbox.phone()
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, scene: "a", at: 1))
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, scene: "b", at: 2))
    _ = inbox.receive(.item("k1", on: .scenePerformAction, scene: "a", at: 3))
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, scene: "b", at: 4))
        == "duplicate phone-1-2-1")
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, scene: "a", at: 5))
        == "duplicate phone-1-1-1")
  }

  @Test func `a scene of the old process does not connect in the new one`() {
    for event in [LifeEvent.launch(slowStart: false), .terminate] {
      var inbox = TapInbox.phone([.active, .background])
      _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 1))
      #expect(inbox.handle(event).dropped == "phone-1-1-1")
      #expect(
        inbox.outcome(of: .item("k1", on: .willConnectTo, at: 2)) == "pending phone-1-2-1")
    }
  }

  @Test func `a scene connects after its tap was handed over`() {
    var inbox = TapInbox.phone([.background])
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 1))
    #expect(inbox.handle(.active).handedOver?.id == "phone-1-1-1")
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, at: 2)) == "duplicate phone-1-1-1")
    #expect(inbox.pending == nil)
  }

  @Test func `a delivery equal to a replaced one of the same launch is its duplicate`() {
    var inbox = TapInbox.phone([.launch(slowStart: false)])
    _ = inbox.receive(.item("k1", on: .launchOptions, at: 1))
    #expect(
      inbox.outcome(of: .link("xxx/k2", on: .openURL, at: 2))
        == "pending phone-1-2-1 superseded phone-1-1-1")
    #expect(
      inbox.outcome(of: .item("k1", on: .appPerformAction, at: 3)) == "duplicate phone-1-1-1")
    #expect(inbox.handle(.active).handedOver?.id == "phone-1-2-1")
  }

  @Test func `the memory of a launch ends with the first activation`() {
    var inbox = TapInbox.phone([.launch(slowStart: true)])
    _ = inbox.receive(.item("k1", on: .launchOptions, at: 1))
    _ = inbox.handle(.active)
    #expect(
      inbox.outcome(of: .item("k1", on: .appPerformAction, at: 2))
        == "pending phone-1-2-1 superseded phone-1-1-1")
    _ = inbox.handle(.background)
    #expect(
      inbox.outcome(of: .item("k1", on: .appPerformAction, at: 3))
        == "pending phone-1-3-1 superseded phone-1-2-1")
  }

  @Test func `an item and a link are never equal`() {
    var inbox = TapInbox.phone([.launch(slowStart: false)])
    _ = inbox.receive(.item("k1", on: .launchOptions, at: 1))
    #expect(
      inbox.outcome(of: .link("k1", on: .launchOptions, at: 2))
        == "pending phone-1-2-1 superseded phone-1-1-1")
  }

  @Test func `texts that look alike are not equal`() {
    #expect(
      TapPayload.item(type: "é", userInfo: .empty)
        != .item(type: "e\u{301}", userInfo: .empty))
    let info = UserInfo(normalised: ["name": .string("é")])
    let other = UserInfo(normalised: ["name": .string("e\u{301}")])
    #expect(TapPayload.item(type: "k1", userInfo: info) != .item(type: "k1", userInfo: other))
    #expect(TapPayload.item(type: "k1", userInfo: info) != .item(type: "k1", userInfo: .empty))
  }

  @Test(arguments: [Set<TapFlag>([.recreated]), [.fromHistory], [.fromHistory, .confirmed]])
  func `echoes of old taps change nothing`(_ flags: Set<TapFlag>) {
    for state in PhoneState.all {
      for channel in TapChannel.allCases {
        var inbox = TapInbox.phone(state.before)
        #expect(inbox.outcome(of: .item("k1", on: channel, at: 1, flags: flags)) == "none")
        #expect(inbox.pending == nil)
      }
    }
  }

  @Test func `an echo neither begins nor ends the connection of a scene`() {
    var inbox = TapInbox.phone()
    _ = inbox.receive(
      .item("k1", on: .configurationForConnecting, at: 1, flags: [.recreated]))
    #expect(inbox.outcome(of: .item("k1", on: .willConnectTo, at: 2)) == "handOver phone-1-2-1")
    _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 3))
    _ = inbox.receive(.item("k1", on: .willConnectTo, at: 4, flags: [.recreated]))
    #expect(inbox.outcome(of: .item("k1", on: .willConnectTo, at: 5)) == "duplicate phone-1-3-1")
  }

  @Test func `a confirmed delivery carries a tap`() {
    var inbox = TapInbox.phone()
    let receipt = inbox.receive(.link("xxx/k1", at: 1, flags: [.confirmed]))
    guard case .handOver(let tap) = receipt.outcome else { return #expect(Bool(false)) }
    #expect(tap.flags == [.confirmed])
  }

  @Test(arguments: [LifeEvent.launch(slowStart: false), .launch(slowStart: true), .terminate])
  func `a pending tap ends with its process`(_ event: LifeEvent) {
    for state in PhoneState.all where state.waits {
      var inbox = TapInbox.phone(state.before)
      _ = inbox.receive(.item("k1", at: 1))
      let transition = inbox.handle(event)
      #expect(transition.dropped == "phone-1-1-1")
      #expect(transition.handedOver == nil)
      #expect(inbox.pending == nil)
      for event in [LifeEvent.ready, .active, .ready] { #expect(inbox.handle(event) == .nothing) }
    }
  }

  @Test func `a tap has what its first delivery had, and what a later one adds`() throws {
    var inbox = TapInbox.phone([.launch(slowStart: false)])
    _ = inbox.receive(.item("k1", on: .launchOptions, scene: "s1", at: 1))
    #expect(inbox.pending?.hasCompletionHandler == false)
    _ = inbox.receive(
      .item("k1", on: .appPerformAction, scene: "s2", at: 2, flags: [.confirmed], list: 3))
    _ = inbox.receive(.item("k1", on: .willConnectTo, scene: "s2", at: 3, list: 4))
    let tap = try #require(inbox.handle(.active).handedOver)
    #expect(tap.id == "phone-1-1-1")
    #expect(tap.channel == .launchOptions)
    #expect(tap.scene == "s1")
    #expect(tap.at == Timestamp(milliseconds: 1))
    #expect(tap.flags.isEmpty)
    #expect(tap.list == 3)
    #expect(tap.hasCompletionHandler)
    #expect(!tap.isNamedBySender)
  }

  @Test func `taps of one millisecond are counted, duplicates and named ones are not`() {
    var inbox = TapInbox.phone()
    #expect(inbox.outcome(of: .item("k1", at: 5)) == "handOver phone-1-5-1")
    #expect(inbox.outcome(of: .item("k1", at: 5, id: "a1")) == "handOver a1")
    #expect(inbox.outcome(of: .item("k1", at: 5)) == "handOver phone-1-5-2")
    _ = inbox.handle(.launch(slowStart: false))
    #expect(
      inbox.outcome(of: .item("k1", on: .launchOptions, at: 5)) == "pending phone-1-5-3")
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, at: 5)) == "duplicate phone-1-5-3")
    _ = inbox.handle(.active)
    #expect(inbox.outcome(of: .item("k1", at: 5)) == "handOver phone-1-5-4")
    #expect(inbox.outcome(of: .item("k1", at: 6)) == "handOver phone-1-6-1")
  }
}
