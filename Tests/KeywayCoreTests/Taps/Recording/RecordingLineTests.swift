import KeywayCore
import Testing

@Suite struct RecordingLineTests {
  private func read(_ text: String) throws -> RecordingLine {
    try #require(try RecordingLine.read(text.utf8.span, number: 7))
  }

  @Test(arguments: RecordingRefusal.all)
  func `a bad line is refused with its field and the reason`(_ refusal: RecordingRefusal) throws {
    let error = try #require(throws: RecordingError.self) {
      _ = try RecordingLine.read(refusal.text.utf8.span, number: 7)
    }
    #expect(error.line == 7)
    #expect(error.field == refusal.field)
    #expect(error.message == refusal.message)
    #expect(error.column == refusal.column)
  }

  @Test(arguments: ["", " ", "\t \r"])
  func `a blank line is none`(_ text: String) throws {
    let line = try RecordingLine.read(text.utf8.span, number: 1)
    #expect(line == nil)
  }

  @Test func `a delivery has all its fields`() throws {
    let line = try read(
      #"""
      {"at":"2026-03-02T17:00:00.5+09:00","received":"2026-03-02T08:00:01Z","device":"phone-1",
       "scene":"s2","channel":"willConnectTo","tap":"a.1","list":4,"flags":["confirmed"],
       "item":{"type":"New Message","localizedTitle":"T","localizedSubtitle":null,
               "icon":{"type":"mail"},"userInfo":{"n":1,"keyway.list":3},
               "targetContentIdentifier":"t"},
       "expect":{"outcome":"pending"}}
      """#)
    let at = Timestamp(milliseconds: 1_772_438_400_500)
    #expect(line.number == 7)
    #expect(line.at == at)
    #expect(line.received == Timestamp(milliseconds: 1_772_438_401_000))
    #expect(line.device?.text == "phone-1")
    #expect(line.expectation == Expectation(["outcome": .string("pending")]))
    let info = UserInfo(normalised: ["n": .integer(1), "keyway.list": .integer(3)])
    let delivery = TapDelivery(
      channel: .willConnectTo, scene: "s2", payload: .item(type: "New Message", userInfo: info),
      at: at, id: "a.1", flags: [.confirmed], list: 4)
    #expect(line.content == .delivery(delivery))
  }

  @Test func `what a delivery leaves out has a default`() throws {
    let line = try read(#"{"at":"2026-03-02T08:00:00Z","channel":"qr","link":"x/é"}"#)
    #expect(line.device == nil)
    #expect(line.received == nil)
    #expect(line.expectation == nil)
    let delivery = TapDelivery(
      channel: .qr, scene: "main", payload: .link([0x78, 0x2F, 0xC3, 0xA9]), at: line.at, id: nil,
      flags: [], list: nil)
    #expect(line.content == .delivery(delivery))
  }

  @Test func `the set that an item belongs to is the one that the phone showed`() throws {
    let line = try read(
      #"""
      {"at":"2026-03-02T08:00:00Z","device":"p","channel":"intent",
       "item":{"type":"k","userInfo":{"keyway.list":3}}}
      """#)
    guard case .delivery(let delivery) = line.content else {
      Issue.record("not a delivery")
      return
    }
    #expect(delivery.list == 3)
  }

  @Test func `received may be the instant itself`() throws {
    let line = try read(
      #"{"at":"2026-03-02T08:00:00Z","received":"2026-03-02T08:00:00Z","channel":"qr","link":""}"#)
    #expect(line.received == line.at)
  }

  @Test(arguments: TapChannel.allCases)
  func `every channel is read`(_ channel: TapChannel) throws {
    let line = try read(
      #"{"at":"2026-03-02T08:00:00Z","channel":"\#(channel.rawValue)","link":"x/k"}"#)
    let delivery = TapDelivery(channel: channel, payload: .link([0x78, 0x2F, 0x6B]), at: line.at)
    #expect(line.content == .delivery(delivery))
  }

  @Test(arguments: [
    (#""launch""#, LifeEvent.launch(slowStart: false)),
    (#""launch","flags":[]"#, .launch(slowStart: false)),
    (#""launch","flags":["slowStart"]"#, .launch(slowStart: true)),
    (#""active""#, .active), (#""inactive","scene":"s2""#, .inactive),
    (#""background""#, .background), (#""terminate""#, .terminate), (#""ready""#, .ready),
  ])
  func `every step of a life is read`(_ text: String, _ event: LifeEvent) throws {
    let line = try read(#"{"at":"2026-03-02T08:00:00Z","device":"p","event":\#(text)}"#)
    #expect(line.content == .life(event))
  }

  @Test(arguments: LockBehaviour.allCases)
  func `every behaviour of a lock is read`(_ behaviour: LockBehaviour) throws {
    let line = try read(
      #"""
      {"at":"2026-03-02T08:00:00Z","event":"lock","door":"front","state":"\#(behaviour.rawValue)"}
      """#)
    let door = try #require(Door.ID("front"))
    #expect(line.content == .lock(door: door, behaviour: behaviour))
  }

  @Test func `a lock may take its time`() throws {
    let line = try read(
      #"{"at":"2026-03-02T08:00:00Z","event":"lock","door":"d","state":"offline","after":"3s"}"#)
    let door = try #require(Door.ID("d"))
    #expect(line.content == .lock(door: door, behaviour: .offline, after: 3_000))
  }

  @Test func `what is applied is kept as it stands`() throws {
    let line = try read(#"{"at":"2026-03-02T08:00:00Z","apply":{"keyway":1,"nonsense":[]}}"#)
    #expect(line.content == .apply(["keyway": .integer(1), "nonsense": .array([])]))
  }

  @Test func `instants never go back`() throws {
    var order = RecordingOrder()
    for instant in ["08:00:00Z", "08:00:00.000Z", "08:00:01Z"] {
      try order.check(try read(#"{"at":"2026-03-02T\#(instant)","apply":{}}"#))
    }
    let late = try read(#"{"at":"2026-03-02T08:00:00.999Z","apply":{}}"#)
    let error = try #require(throws: RecordingError.self) { try order.check(late) }
    #expect(error.line == 7)
    #expect(error.field == "at")
    #expect(
      error.message
        == "is 2026-03-02T08:00:00.999Z, earlier than 2026-03-02T08:00:01.000Z before it"
    )
  }

  @Test func `an error says its place in words`() {
    #expect(
      RecordingError(line: 3, field: "at", message: "is missing").description
        == "line 3: 'at' is missing")
    #expect(
      RecordingError(line: 3, column: 9, message: "expected ':'").description
        == "line 3, column 9: expected ':'")
  }
}
