import KeywayCore
import Testing

@Suite struct TapSenderIDTests {
  @Test func `an active app is handed every delivery with an id, for its decider to recognise`() {
    var inbox = TapInbox.phone()
    for _ in 1...2 {
      #expect(inbox.outcome(of: .link("xxx/k1", on: .http, id: "a1")) == "handOver a1")
    }
    #expect(inbox.outcome(of: .link("xxx/k2", on: .http, id: "a1")) == "handOver a1")
  }

  @Test func `the id of a waiting tap is that tap on every channel`() {
    for state in PhoneState.all where state.waits {
      for first in TapChannel.allCases {
        for second in TapChannel.allCases {
          var inbox = TapInbox.phone(state.before)
          _ = inbox.receive(.item("k1", on: first, at: 1, id: "a1"))
          #expect(
            inbox.outcome(of: .item("k1", on: second, scene: "s2", at: 2, id: "a1"))
              == "duplicate a1")
          #expect(
            inbox.outcome(of: .item("k2", on: second, at: 3, id: "a1")) == "conflict a1")
          #expect(inbox.pending?.payload == .item(type: "k1", userInfo: .empty))
        }
      }
    }
  }

  @Test func `two ids are two taps however alike`() {
    for state in PhoneState.all where state.waits {
      for first in TapChannel.allCases {
        for second in TapChannel.allCases {
          var inbox = TapInbox.phone(state.before)
          _ = inbox.receive(.item("k1", on: first, at: 1, id: "a1"))
          #expect(
            inbox.outcome(of: .item("k1", on: second, at: 2, id: "a2"))
              == "pending a2 superseded a1")
        }
      }
    }
  }

  @Test func `the id of a replaced tap is remembered while another waits`() {
    var inbox = TapInbox.phone([.background])
    _ = inbox.receive(.item("k1", at: 1, id: "a1"))
    _ = inbox.receive(.item("k2", at: 2, id: "a2"))
    #expect(inbox.outcome(of: .item("k1", at: 3, id: "a1")) == "duplicate a1")
    #expect(inbox.outcome(of: .item("k3", at: 4, id: "a1")) == "conflict a1")
    #expect(inbox.handle(.active).handedOver?.id == "a2")
    #expect(inbox.outcome(of: .item("k1", at: 5, id: "a1")) == "handOver a1")
  }

  @Test func `a delivery without an id joins a tap that has one`() {
    var inbox = TapInbox.phone([.launch(slowStart: false)])
    _ = inbox.receive(.item("k1", on: .launchOptions, at: 1, id: "a1"))
    #expect(inbox.outcome(of: .item("k1", on: .appPerformAction, at: 2)) == "duplicate a1")
    #expect(inbox.handle(.active).handedOver?.hasCompletionHandler == true)
  }

  @Test func `a tap met by its id on a channel of launches is joined there`() {
    var inbox = TapInbox.phone([.launch(slowStart: false)])
    _ = inbox.receive(.link("x/k1", on: .http, at: 1, id: "a1"))
    #expect(
      inbox.outcome(of: .link("x/k1", on: .openURL, at: 2, id: "a1")) == "duplicate a1")
    #expect(inbox.outcome(of: .link("x/k1", on: .willConnectTo, at: 3)) == "duplicate a1")
  }

  @Test func `an id that came second stands for the tap from there on`() {
    var inbox = TapInbox.phone([.launch(slowStart: false)])
    _ = inbox.receive(.item("k1", on: .launchOptions, at: 1))
    #expect(
      inbox.outcome(of: .item("k1", on: .appPerformAction, at: 2, id: "a1"))
        == "duplicate phone-1-1-1")
    #expect(
      inbox.outcome(of: .item("k1", on: .appPerformAction, at: 3, id: "a2"))
        == "pending a2 superseded phone-1-1-1")
    #expect(inbox.handle(.active).handedOver?.id == "a2")
    for event in [LifeEvent.active, .launch(slowStart: false), .active] {
      _ = inbox.handle(event)
      #expect(
        inbox.outcome(of: .item("k1", on: .http, at: 4, id: "a1")) == "duplicate phone-1-1-1")
      #expect(inbox.outcome(of: .item("k2", on: .http, at: 5, id: "a1")) == "conflict a1")
    }
  }

  @Test func `a scene connects by id or without one, and not with another`() {
    for (first, second, expected) in [
      ("a1", "a1", "duplicate a1"), ("a1", nil, "duplicate a1"),
      (nil, "a1", "duplicate phone-1-1-1"),
      ("a1", "a2", "handOver a2"),
    ] as [(String?, String?, String)] {
      var inbox = TapInbox.phone()
      _ = inbox.receive(.item("k1", on: .configurationForConnecting, at: 1, id: first))
      #expect(
        inbox.outcome(of: .item("k1", on: .willConnectTo, at: 2, id: second)) == "\(expected)")
    }
  }

  @Test func `a conflict does not begin the connection of a scene`() {
    var inbox = TapInbox.phone([.background])
    _ = inbox.receive(.item("k1", at: 1, id: "a1"))
    _ = inbox.receive(.item("k2", on: .configurationForConnecting, at: 2, id: "a1"))
    #expect(
      inbox.outcome(of: .item("k1", on: .willConnectTo, at: 3))
        == "pending phone-1-3-1 superseded a1")
  }

  @Test(arguments: ["a", "0.1_-", "A-1.b", String(repeating: "9", count: 128)])
  func `the grammar of tap ids takes letters, digits, point, hyphen and underscore`(
    _ text: String
  ) {
    let isValid = Tap.isValidID(text.utf8.span)
    #expect(isValid)
  }

  @Test(arguments: [
    "", ".a", "-a", "_a", "a b", "a/b", "é", "a\n", "\u{212A}", String(repeating: "9", count: 129),
  ])
  func `everything else is no tap id`(_ text: String) {
    let isValid = Tap.isValidID(text.utf8.span)
    #expect(!isValid)
  }
}
