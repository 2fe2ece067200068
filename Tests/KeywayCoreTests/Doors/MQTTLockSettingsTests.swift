import KeywayCore
import Testing

@Suite struct MQTTLockSettingsTests {
  /// Settings with some members exchanged, or removed where the text is nil.
  struct Change: Sendable, CustomTestStringConvertible {
    let dialect: String
    let members: [String: String?]
    let member: String
    let message: String
    var testDescription: String { "\(member) \(message)" }

    init(
      _ dialect: String, _ members: [String: String?], _ member: String,
      _ message: String
    ) {
      self.dialect = dialect
      self.members = members
      self.member = member
      self.message = message
    }

    init(_ members: [String: String?], _ member: String, _ message: String) {
      self.init("homeassistant", members, member, message)
    }

    var settings: JSONObject { MQTTLockSettingsTests.settings(dialect, members) }
  }

  private static func settings(
    _ dialect: String, _ members: [String: String?] = [:]
  ) -> JSONObject {
    var settings: JSONObject = [
      "broker": .string("mqtts://broker"), "dialect": .string(dialect),
      "topic": .string("house/front"),
    ]
    for (name, text) in members { settings[name] = text.map { .string($0) } }
    return settings
  }

  @Test func `from a topic follow those of Home Assistant's locks`() throws {
    let lock = try MQTTLockSettings(Self.settings("homeassistant"))
    #expect(lock.commandTopic == "house/front/set")
    #expect(lock.stateTopic == "house/front/state")
    #expect(lock.questionTopic == nil)
    #expect(lock.availabilityTopic == nil)
    #expect(lock.dialect.verbs == [.lock, .unlock])
  }

  @Test func `topics of their own come first`() throws {
    let lock = try MQTTLockSettings(
      Self.settings(
        "homeassistant",
        [
          "topic": nil, "commandTopic": "a/do", "stateTopic": "a/is",
          "availabilityTopic": "a/there",
        ]))
    #expect(lock.commandTopic == "a/do")
    #expect(lock.stateTopic == "a/is")
    #expect(lock.availabilityTopic == "a/there")
  }

  @Test func `a device of Zigbee2MQTT has the topics that are fixed there`() throws {
    let lock = try MQTTLockSettings(Self.settings("zigbee2mqtt"))
    #expect(lock.commandTopic == "house/front/set")
    #expect(lock.stateTopic == "house/front")
    #expect(lock.questionTopic == "house/front/get")
    #expect(lock.availabilityTopic == "house/front/availability")
    #expect(lock.dialect.verbs == [.lock, .unlock])
  }

  @Test(arguments: ["homeassistant", "zigbee2mqtt"])
  func `a word for drawing the latch makes it a verb`(_ dialect: String) throws {
    let lock = try MQTTLockSettings(Self.settings(dialect, ["payloadOpen": "OPEN"]))
    #expect(lock.dialect.verbs == [.lock, .unlock, .unlatch])
  }

  @Test func `on this machine credentials may go in the clear`() throws {
    let lock = try MQTTLockSettings(
      Self.settings(
        "homeassistant",
        ["broker": "mqtt://localhost", "user": "keyway", "passwordFile": "/etc/keyway/mqtt"]))
    #expect(lock.credentials.user == "keyway")
    #expect(lock.credentials.passwordFile == "/etc/keyway/mqtt")
  }

  private static let changes: [Change] = [
    Change(["broker": nil], "broker", "is missing"),
    Change(
      ["broker": "broker"], "broker", "'broker' is not mqtt://host:port or mqtts://host:port"),
    Change(["dialect": nil], "dialect", "is missing"),
    Change(
      ["dialect": "tasmota"], "dialect", "is 'tasmota', not homeassistant or zigbee2mqtt"),
    Change(["topic": nil], "commandTopic", "is missing, and so is topic"),
    Change(["topic": nil, "commandTopic": "a"], "stateTopic", "is missing, and so is topic"),
    Change(["topic": ""], "topic", "is empty"),
    Change(["topic": "a/+"], "topic", "has the wildcard '+'"),
    Change(["commandTopic": "a/#"], "commandTopic", "has the wildcard '#'"),
    Change(["stateTopic": "a\u{0}b"], "stateTopic", "has a control character"),
    Change(["stateTopic": "a\u{85}b"], "stateTopic", "has a control character"),
    Change(["stateTopic": "$SYS/x"], "stateTopic", "is one of the broker's own topics"),
    Change(
      ["topic": String(repeating: "a", count: 1025)], "topic", "is longer than 1024 bytes"),
    Change(
      ["commandTopic": "a", "stateTopic": "a"], "stateTopic", "is the same as commandTopic"),
    Change(
      ["availabilityTopic": "house/front/set"], "availabilityTopic",
      "is the same as another topic"),
    Change(
      ["availabilityTopic": "house/front/state"], "availabilityTopic",
      "is the same as another topic"),
    Change(["payloadLock": ""], "payloadLock", "is empty"),
    Change(["payloadLock": "UNLOCK"], "payloadUnlock", "is the same as payloadLock"),
    Change(["payloadOpen": "UNLOCK"], "payloadOpen", "is the same as another payload"),
    Change(
      ["stateUnlocked": "LOCKED"], "stateUnlocked", "'LOCKED' stands for another state, too"),
    Change(["stateOpen": "JAMMED"], "stateOpen", "'JAMMED' stands for another state, too"),
    Change("zigbee2mqtt", ["topic": nil], "topic", "is missing"),
    Change("zigbee2mqtt", ["topic": "front"], "topic", "'front' is not <base>/<name>"),
    Change("zigbee2mqtt", ["topic": "a//b"], "topic", "'a//b' is not <base>/<name>"),
    Change("zigbee2mqtt", ["topic": "a/b/"], "topic", "'a/b/' is not <base>/<name>"),
    Change(
      "zigbee2mqtt", ["commandTopic": "a"], "commandTopic", "is for the dialect homeassistant"),
    Change(
      "zigbee2mqtt", ["payloadUnlock": "a"], "payloadUnlock", "is for the dialect homeassistant"),
    Change(
      "zigbee2mqtt", ["stateJammed": "a"], "stateJammed", "is for the dialect homeassistant"),
    Change(
      "zigbee2mqtt", ["payloadOpen": "UNLOCK"], "payloadOpen",
      "'UNLOCK' means something else in zigbee2mqtt"),
    Change(["user": ""], "user", "is empty"),
    Change(["passwordFile": "/p"], "user", "is missing, which passwordFile needs"),
    Change(["certificateFile": "/c"], "keyFile", "is missing, which certificateFile needs"),
    Change(["keyFile": "/k"], "certificateFile", "is missing, which keyFile needs"),
    Change(
      ["broker": "mqtt://localhost", "caFile": "/c"], "caFile",
      "needs a broker with mqtts://"),
    Change(
      ["broker": "mqtt://broker", "certificateFile": "/c", "keyFile": "/k"], "certificateFile",
      "needs a broker with mqtts://"),
    Change(
      ["broker": "mqtt://broker", "user": "keyway"], "user",
      "would be sent in the clear; use a broker with mqtts://"),
  ]

  @Test(arguments: changes)
  func `what cannot be used is named`(_ change: Change) {
    let error = #expect(throws: LockSettingsError.self) {
      _ = try MQTTLockSettings(change.settings)
    }
    #expect(error == LockSettingsError(change.member, change.message))
  }
}
