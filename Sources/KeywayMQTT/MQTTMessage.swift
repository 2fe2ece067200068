/// What came in on a topic.
struct MQTTMessage: Sendable {
  let topic: String
  let payload: [UInt8]
  /// Whether the broker had kept it from before the subscription.
  let isRetained: Bool
  /// The user properties (MQTT 5, section 3.3.2.3.7); of those with the same name the last.
  let properties: [String: String]
}
