internal import CMosquitto
internal import Glibc

/// A list of MQTT 5 properties (section 2.2.2) that goes out with one packet.
@safe struct MQTTProperties: ~Copyable {
  private(set) var list: OpaquePointer?

  init() {}

  deinit {
    var list = unsafe list
    unsafe mosquitto_property_free_all(&list)
  }

  /// After how many seconds the broker drops a message that it has not delivered.
  mutating func add(expiry seconds: UInt32) -> Bool {
    unsafe mosquitto_property_add_int32(
      &list, CInt(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), seconds) == MOSQ_ERR_SUCCESS.rawValue
  }

  /// How many seconds the broker keeps a session that is not connected.
  mutating func add(sessionExpiry seconds: UInt32) -> Bool {
    unsafe mosquitto_property_add_int32(
      &list, CInt(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), seconds) == MOSQ_ERR_SUCCESS.rawValue
  }

  mutating func add(_ name: String, _ value: String) -> Bool {
    unsafe mosquitto_property_add_string_pair(
      &list, CInt(MQTT_PROP_USER_PROPERTY.rawValue), name, value) == MOSQ_ERR_SUCCESS.rawValue
  }

  /// The user properties of a packet that came in.
  static func userProperties(_ list: OpaquePointer?) -> [String: String] {
    var found: [String: String] = [:]
    var place = unsafe list
    while let property = unsafe place {
      defer { unsafe place = mosquitto_property_next(property) }
      guard
        unsafe mosquitto_property_identifier(property) == CInt(MQTT_PROP_USER_PROPERTY.rawValue)
      else { continue }
      var name: UnsafeMutablePointer<CChar>?
      var value: UnsafeMutablePointer<CChar>?
      _ = unsafe mosquitto_property_read_string_pair(
        property, CInt(MQTT_PROP_USER_PROPERTY.rawValue), &name, &value, false)
      if let name = unsafe name, let value = unsafe value {
        unsafe found[String(cString: name)] = unsafe String(cString: value)
      }
      unsafe free(name)
      unsafe free(value)
    }
    return found
  }
}
