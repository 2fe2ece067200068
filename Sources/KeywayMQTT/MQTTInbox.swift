internal import CMosquitto

/// What the broker answered on one connection, as the library's callbacks bring it.
final class MQTTInbox {
  /// The answer to the connection, or nil before it.
  fileprivate(set) var connectCode: UInt8?
  /// The answers to subscriptions, by packet.
  fileprivate(set) var subscriptions: [CInt: [UInt8]] = [:]
  /// The packets of unsubscriptions that were answered.
  fileprivate(set) var unsubscriptions: Set<CInt> = []
  /// The broker's receipts, by packet: reasons of MQTT 5, section 3.4.2.1.
  fileprivate(set) var receipts: [CInt: UInt8] = [:]
  /// What a failed handshake was about, or nil.
  fileprivate(set) var handshake: MQTTFailure?
  private var messages: [MQTTMessage] = []

  /// What came in since the last call, in order.
  func takeMessages() -> [MQTTMessage] {
    defer { messages.removeAll() }
    return messages
  }

  fileprivate func add(_ message: MQTTMessage) {
    messages.append(message)
  }

  /// The library tells the cause of a failed handshake only to its log.
  fileprivate func note(log: String) {
    if log.contains("host name verification failed") {
      handshake = .wrongHost
    } else if handshake != nil, handshake != .encryption {
      // The first cause stays; the others follow from it.
    } else if log.contains("Unable to load") || log.contains("key file inconsistent") {
      handshake = .noCredentials
    } else if log.contains("certificate verify failed") {
      handshake = .untrusted
    } else if log.contains("OpenSSL Error") {
      handshake = .encryption
    }
  }

  /// Has the library bring its answers here. The inbox must outlive the handle.
  func listen(to handle: OpaquePointer) {
    unsafe mosquitto_connect_v5_callback_set(handle, keepConnect)
    unsafe mosquitto_subscribe_v5_callback_set(handle, keepSubscription)
    unsafe mosquitto_unsubscribe_v5_callback_set(handle, keepUnsubscription)
    unsafe mosquitto_publish_v5_callback_set(handle, keepReceipt)
    unsafe mosquitto_message_v5_callback_set(handle, keepMessage)
    unsafe mosquitto_log_callback_set(handle, keepLog)
  }

  fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> MQTTInbox? {
    unsafe context.map { unsafe Unmanaged<MQTTInbox>.fromOpaque($0).takeUnretainedValue() }
  }
}

@c private func keepConnect(
  handle: OpaquePointer?, context: UnsafeMutableRawPointer?, code: CInt, flags: CInt,
  properties: OpaquePointer?
) {
  unsafe MQTTInbox.of(context)?.connectCode = UInt8(truncatingIfNeeded: code)
}

@c private func keepSubscription(
  handle: OpaquePointer?, context: UnsafeMutableRawPointer?, packet: CInt, count: CInt,
  codes: UnsafePointer<CInt>?, properties: OpaquePointer?
) {
  let codes = unsafe UnsafeBufferPointer(start: codes, count: Int(count))
  unsafe MQTTInbox.of(context)?.subscriptions[packet] = unsafe codes.map {
    UInt8(truncatingIfNeeded: $0)
  }
}

@c private func keepUnsubscription(
  handle: OpaquePointer?, context: UnsafeMutableRawPointer?, packet: CInt,
  properties: OpaquePointer?
) {
  unsafe MQTTInbox.of(context)?.unsubscriptions.insert(packet)
}

@c private func keepReceipt(
  handle: OpaquePointer?, context: UnsafeMutableRawPointer?, packet: CInt, reason: CInt,
  properties: OpaquePointer?
) {
  unsafe MQTTInbox.of(context)?.receipts[packet] = UInt8(truncatingIfNeeded: reason)
}

@c private func keepMessage(
  handle: OpaquePointer?, context: UnsafeMutableRawPointer?,
  message: UnsafePointer<mosquitto_message>?, properties: OpaquePointer?
) {
  guard let message = unsafe message, let topic = unsafe message.pointee.topic else { return }
  let payload = unsafe UnsafeRawBufferPointer(
    start: message.pointee.payload, count: Int(message.pointee.payloadlen))
  unsafe MQTTInbox.of(context)?.add(
    MQTTMessage(
      topic: String(cString: topic), payload: Array(payload), isRetained: message.pointee.retain,
      properties: MQTTProperties.userProperties(properties)))
}

@c private func keepLog(
  handle: OpaquePointer?, context: UnsafeMutableRawPointer?, level: CInt,
  text: UnsafePointer<CChar>?
) {
  guard level == MOSQ_LOG_ERR || level == MOSQ_LOG_WARNING, let text = unsafe text else { return }
  unsafe MQTTInbox.of(context)?.note(log: String(cString: text))
}
