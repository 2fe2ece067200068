internal import CMosquitto

/// What has to be said to libmosquitto once in a process.
enum MQTTLibrary {
  static let isReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue
}
