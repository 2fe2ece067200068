import KeywayCore

extension ValueSyntax where Value == [CivilDate] {
  /// Dates with commas between them.
  static var dates: Self {
    Self("DATE,...") { (text) throws(ValueError) in
      var dates: [CivilDate] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        do throws(TimeTextError) {
          dates.append(try CivilDate(parsing: String(part).utf8.span))
        } catch {
          throw ValueError("is no list of dates: \(error.message)")
        }
      }
      return dates
    }
  }
}

extension ValueSyntax where Value == Device.ShortcutLimit {
  static var shortcutLimit: Self {
    Self("N|all") { (text) throws(ValueError) in
      if text == "all" { return .all }
      guard let count = Int64(text), count >= 0, !text.hasPrefix("+") else {
        throw ValueError("is neither a whole number nor 'all'")
      }
      return .count(count)
    }
  }
}

extension ValueSyntax where Value == JSONObject {
  /// A door's lock: the name of its driver, an address such as
  /// `mqtt://broker.example/zigbee2mqtt/front_door`, or an object in JSON.
  static var lock: Self {
    Self("LOCK") { (text) throws(ValueError) in
      if text.utf8.first == UInt8(ascii: "{") { return try Self.jsonObject.parse(text) }
      if text.utf8.starts(with: "mqtt:".utf8) || text.utf8.starts(with: "mqtts:".utf8) {
        return try mqttLock(text)
      }
      return ["driver": .string(text)]
    }
  }

  /// The first segment of the path names the dialect. It is also where Zigbee2MQTT's topics begin
  /// unless it was set up otherwise; Home Assistant's have no beginning in common.
  private static func mqttLock(_ text: String) throws(ValueError) -> JSONObject {
    let parts = text.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[1].isEmpty, !parts[2].isEmpty, !parts[4].isEmpty else {
      throw ValueError("is not mqtt://BROKER/zigbee2mqtt/NAME or mqtt://BROKER/homeassistant/TOPIC")
    }
    let isZigbee = parts[3] == "zigbee2mqtt"
    return [
      "driver": .string("mqtt"), "broker": .string("\(parts[0])//\(parts[2])"),
      "dialect": .string(String(parts[3])),
      "topic": .string(isZigbee ? "\(parts[3])/\(parts[4])" : String(parts[4])),
    ]
  }
}

extension ValueSyntax where Value == Int64 {
  /// Where something stands among others; every reader of JSON reads it exactly.
  static var rank: Self {
    let limit = Int64(1) << 53 - 1
    return Self.count(in: -limit...limit).beginningWithHyphen()
  }
}
