import KeywayCore
import Testing

@Suite struct MQTTDialectTests {
  private static let now = Timestamp(milliseconds: 1_000)

  private static func dialect(_ name: String, _ members: [String: String] = [:]) throws
    -> MQTTDialect
  {
    var settings: JSONObject = [
      "broker": .string("mqtt://broker"), "dialect": .string(name), "topic": .string("a/b"),
    ]
    for (name, text) in members { settings[name] = .string(text) }
    return try MQTTLockSettings(settings).dialect
  }

  private static func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Home Assistant's locks are told a word`() throws {
    let usual = try Self.dialect("homeassistant", ["payloadOpen": "OPEN"])
    #expect(Self.text(usual.payload(for: .lock)) == "LOCK")
    #expect(Self.text(usual.payload(for: .unlock)) == "UNLOCK")
    #expect(Self.text(usual.payload(for: .unlatch)) == "OPEN")
    #expect(usual.payload(for: .holdOpen) == nil)
    #expect(usual.question == nil)
    let own = try Self.dialect("homeassistant", ["payloadLock": "0", "payloadUnlock": "1"])
    #expect(Self.text(own.payload(for: .lock)) == "0")
    #expect(Self.text(own.payload(for: .unlock)) == "1")
    #expect(own.payload(for: .unlatch) == nil)
  }

  @Test func `Zigbee2MQTT's locks are told in JSON`() throws {
    let usual = try Self.dialect("zigbee2mqtt")
    #expect(Self.text(usual.payload(for: .lock)) == #"{"state":"LOCK"}"#)
    #expect(Self.text(usual.payload(for: .unlock)) == #"{"state":"UNLOCK"}"#)
    #expect(usual.payload(for: .unlatch) == nil)
    #expect(usual.payload(for: .holdOpen) == nil)
    #expect(Self.text(usual.question) == #"{"state":""}"#)
    let opening = try Self.dialect("zigbee2mqtt", ["payloadOpen": "OPEN"])
    #expect(Self.text(opening.payload(for: .unlatch)) == #"{"state":"OPEN"}"#)
  }

  @Test(
    arguments: [
      ("LOCKED", LockState.locked), ("UNLOCKED", .unlocked), ("LOCKING", .locking),
      ("UNLOCKING", .unlocking), ("JAMMED", .jammed), ("OPEN", .open), ("locked", nil),
      ("LOCKED\n", nil), ("", nil), ("None", nil), (#"{"state":"LOCKED"}"#, nil),
    ] as [(String, LockState?)])
  func `a report of Home Assistant's is one of its words`(
    _ payload: String, _ state: LockState?
  ) throws {
    let observation = try Self.dialect("homeassistant")
      .observation(of: payload.utf8.span, at: Self.now)
    #expect(observation == state.map { LockObservation(state: $0, receivedAt: Self.now) })
  }

  @Test func `words of its own take the place of the usual ones`() throws {
    let dialect = try Self.dialect("homeassistant", ["stateUnlocked": "auf"])
    #expect(dialect.observation(of: "auf".utf8.span, at: Self.now)?.state == .unlocked)
    #expect(dialect.observation(of: "UNLOCKED".utf8.span, at: Self.now) == nil)
  }

  struct Report: Sendable, CustomTestStringConvertible {
    let payload: String
    var state: LockState?
    var battery: Int?
    var source: String?
    var testDescription: String { payload }
  }

  @Test(arguments: [
    Report(payload: #"{"state":"LOCK"}"#, state: .locked),
    Report(payload: #"{"state":"UNLOCK","lock_state":"unlocked"}"#, state: .unlocked),
    Report(payload: #"{"lock_state":"locked"}"#, state: .locked),
    Report(payload: #"{"state":"UNLOCK","lock_state":"not_fully_locked"}"#, state: .unknown),
    Report(payload: #"{"state":"UNLOCK","lock_state":"locked"}"#, state: .unknown),
    Report(payload: #"{"state":"LOCK","lock_state":"unlocked"}"#, state: .unknown),
    Report(payload: #"{"state":"LOCK","lock_state":null}"#, state: .locked),
    Report(payload: #"{"battery":87.5}"#, battery: 88),
    Report(payload: #"{"battery":0,"state":"LOCK"}"#, state: .locked, battery: 0),
    Report(payload: #"{"battery":101,"state":"LOCK"}"#, state: .locked),
    Report(payload: #"{"battery":-1,"state":"LOCK"}"#, state: .locked),
    Report(
      payload: #"{"action":"unlock","action_source_name":"keypad","action_user":5,"state":"LOCK"}"#,
      state: .unlocked, source: "keypad 5"),
    Report(
      payload: #"{"action":"manual_lock","action_source_name":"manual","action_user":null}"#,
      state: .locked, source: "manual"),
    Report(
      payload:
        #"{"action":"unlock_failure_invalid_pin_or_id","action_source_name":"keypad","state":"LOCK"}"#,
      state: .locked, source: "keypad"),
    Report(
      payload: #"{"action":"","action_source_name":"keypad","action_user":5,"state":"LOCK"}"#,
      state: .locked),
    Report(payload: #"{"action":null,"state":"UNLOCK"}"#, state: .unlocked),
  ])
  func `a report of Zigbee2MQTT's says bolt, battery and who`(_ report: Report) throws {
    let observation = try Self.dialect("zigbee2mqtt")
      .observation(of: report.payload.utf8.span, at: Self.now)
    #expect(
      observation
        == LockObservation(
          state: report.state, battery: report.battery, source: report.source,
          receivedAt: Self.now))
  }

  @Test(arguments: [
    "", "UNLOCK", "[]", #"{"state":"UNLOCK","state":"LOCK"}"#, #"{"state":"UNLOCK"}x"#,
    "\u{FEFF}{\"state\":\"UNLOCK\"}", #"{"state":"unlock"}"#, #"{"state":true}"#, "{}",
    #"{"linkquality":120}"#, #"{"state":"UNLOCK",}"#,
  ])
  func `a report that would have to be guessed says nothing`(_ payload: String) throws {
    #expect(
      try Self.dialect("zigbee2mqtt").observation(of: payload.utf8.span, at: Self.now) == nil)
  }

  @Test func `a message that is too long says nothing`() throws {
    let padding = String(repeating: " ", count: 65_536)
    #expect(
      try Self.dialect("zigbee2mqtt")
        .observation(of: (#"{"state":"UNLOCK"}"# + padding).utf8.span, at: Self.now) == nil)
  }

  @Test(arguments: [
    ("offline", true), (#"{"state":"offline"}"#, true), ("online", false),
    (#"{"state":"online"}"#, false), ("", false), ("OFFLINE", false),
  ])
  func `of a lock that is offline nobody knows the state`(_ payload: String, _ isOffline: Bool) {
    #expect(
      MQTTDialect.availability(of: payload.utf8.span, at: Self.now)?.state
        == (isOffline ? .unknown : nil))
  }

  @Test(
    arguments: [
      (0, nil), (999, nil), (1_999, nil), (2_000, 1), (2_999, 1), (9_900, 8), (60_000, 59),
    ] as [(Int, UInt32?)])
  func `the broker forgets the command a second before it would be late`(
    _ left: Int, _ seconds: UInt32?
  ) {
    #expect(MQTTExpiry.seconds(within: .milliseconds(left)) == seconds)
  }
}
