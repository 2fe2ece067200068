/// What may be published to: one topic, without wildcards.
enum MQTTTopicName {
  /// MQTT 5, section 1.5.4, has at most 65,535 bytes; brokers stop far below.
  private static var maximumLength: Int { 1024 }

  /// What is wrong with the text as a topic (MQTT 5, section 4.7), in words that follow its
  /// member's name, or nil.
  static func problem(with text: String) -> String? {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > maximumLength { return "is longer than \(maximumLength) bytes" }
    for scalar in text.unicodeScalars {
      if scalar == "+" || scalar == "#" { return "has the wildcard '\(scalar)'" }
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        return "has a control character"
      }
    }
    if text.utf8.first == UInt8(ascii: "$") { return "is one of the broker's own topics" }
    return nil
  }
}
