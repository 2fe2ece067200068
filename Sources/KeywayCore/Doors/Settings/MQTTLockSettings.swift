/// How a lock behind an MQTT broker is reached: the members of a door's `lock` with the driver
/// `mqtt`.
package struct MQTTLockSettings: Hashable, Sendable {
  /// Which words the lock understands; raw values stand in files.
  package enum Dialect: String, Sendable, CaseIterable {
    case homeAssistant = "homeassistant"
    case zigbee2MQTT = "zigbee2mqtt"
  }

  package static let members =
    ["broker", "dialect", "topic", "payloadOpen", "availabilityTopic"] + homeAssistantMembers
    + MQTTCredentials.members

  /// Those that Zigbee2MQTT has fixed.
  private static let homeAssistantMembers = [
    "commandTopic", "stateTopic", "payloadLock", "payloadUnlock", "stateLocked", "stateUnlocked",
    "stateLocking", "stateUnlocking", "stateJammed", "stateOpen",
  ]

  package let broker: MQTTBroker
  package let dialect: MQTTDialect
  /// Where the lock is told.
  package let commandTopic: String
  /// Where it reports.
  package let stateTopic: String
  /// Where it is asked for a report, or nil.
  package let questionTopic: String?
  /// Where it, or its bridge, says whether it is there, or nil.
  package let availabilityTopic: String?
  package let credentials: MQTTCredentials

  /// - Throws: ``LockSettingsError`` for the first member that cannot be used.
  package init(_ settings: JSONObject) throws(LockSettingsError) {
    let text = try settings.required("broker")
    guard let broker = MQTTBroker(text) else {
      throw LockSettingsError("broker", "'\(text)' is not mqtt://host:port or mqtts://host:port")
    }
    self.broker = broker
    credentials = try MQTTCredentials(settings, for: broker)
    let name = try settings.required("dialect")
    switch Dialect(rawValue: name) {
    case .homeAssistant?:
      dialect = .homeAssistant(try HomeAssistantWords(settings))
      let topic = try Self.topic(settings, "topic")
      commandTopic = try Self.topic(settings, "commandTopic", or: topic, "/set")
      stateTopic = try Self.topic(settings, "stateTopic", or: topic, "/state")
      questionTopic = nil
      availabilityTopic = try Self.topic(settings, "availabilityTopic")
    case .zigbee2MQTT?:
      for member in Self.homeAssistantMembers where settings[member] != nil {
        throw LockSettingsError(member, "is for the dialect homeassistant")
      }
      let open = settings.text("payloadOpen")
      if let open, ["", "LOCK", "UNLOCK"].contains(open) {
        throw LockSettingsError("payloadOpen", "'\(open)' means something else in zigbee2mqtt")
      }
      dialect = .zigbee2MQTT(open: open)
      let topic = try Self.deviceTopic(settings)
      commandTopic = topic + "/set"
      stateTopic = topic
      questionTopic = topic + "/get"
      availabilityTopic = try Self.topic(settings, "availabilityTopic") ?? topic + "/availability"
    case nil:
      throw LockSettingsError("dialect", "is '\(name)', not homeassistant or zigbee2mqtt")
    }
    try checkTopics()
  }

  /// The command would come back as a report, and Keyway itself would be the subscriber whose lack
  /// says that the lock is offline.
  private func checkTopics() throws(LockSettingsError) {
    let command = commandTopic.utf8
    if command.elementsEqual(stateTopic.utf8) {
      throw LockSettingsError("stateTopic", "is the same as commandTopic")
    }
    guard let availabilityTopic else { return }
    if command.elementsEqual(availabilityTopic.utf8)
      || stateTopic.utf8.elementsEqual(availabilityTopic.utf8)
    {
      throw LockSettingsError("availabilityTopic", "is the same as another topic")
    }
  }

  private static func topic(
    _ settings: JSONObject, _ member: String
  ) throws(LockSettingsError) -> String? {
    guard let topic = settings.text(member) else { return nil }
    if let problem = MQTTTopicName.problem(with: topic) { throw LockSettingsError(member, problem) }
    return topic
  }

  private static func topic(
    _ settings: JSONObject, _ member: String, or base: String?, _ suffix: String
  ) throws(LockSettingsError) -> String {
    if let topic = try topic(settings, member) { return topic }
    guard let base else { throw LockSettingsError(member, "is missing, and so is topic") }
    return base + suffix
  }

  /// `<base>/<name>`, as `zigbee2mqtt/front_door`.
  private static func deviceTopic(_ settings: JSONObject) throws(LockSettingsError) -> String {
    let topic = try settings.required("topic")
    if let problem = MQTTTopicName.problem(with: topic) {
      throw LockSettingsError("topic", problem)
    }
    let levels = topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard levels.count >= 2, !levels.contains(where: \.isEmpty) else {
      throw LockSettingsError("topic", "'\(topic)' is not <base>/<name>")
    }
    return topic
  }
}
