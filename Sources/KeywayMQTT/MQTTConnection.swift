internal import CMosquitto
internal import Glibc
import KeywayCore

/// One connection to a broker, for one thread; a lost one is not made again.
///
/// The library keeps messages for the next connection of the same handle, even those of which it
/// said that there is no connection, and sends unacknowledged ones again: a handle that lives no
/// longer than its connection has no next one.
@safe final class MQTTConnection {
  let inbox = MQTTInbox()
  private let handle: OpaquePointer
  private let uptime: @Sendable () -> Duration

  /// What waiting came to.
  enum Step {
    /// Something may have come in.
    case progress
    case late
    /// There is no connection any more.
    case lost
  }

  /// An unconnected handle; `session` names one that the broker is to keep, nil for one that ends
  /// with the connection.
  ///
  /// - Throws: `noCredentials` for files that cannot be read.
  init(
    _ credentials: MQTTCredentials, isEncrypted: Bool, session: String? = nil,
    uptime: @escaping @Sendable () -> Duration
  ) throws(MQTTFailure) {
    guard MQTTLibrary.isReady,
      let handle = unsafe mosquitto_new(
        session, session == nil, Unmanaged.passUnretained(inbox).toOpaque())
    else { throw .refused }
    unsafe self.handle = handle
    self.uptime = uptime
    unsafe inbox.listen(to: handle)
    unsafe mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
    // One small packet after another would wait for the other side.
    unsafe mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    try unsafe MQTTIdentity(credentials).identify(handle, isEncrypted: isEncrypted)
  }

  deinit {
    unsafe mosquitto_destroy(handle)
  }

  /// What the broker publishes, and keeps, when the connection is lost; to be set before connecting.
  func setWill(_ payload: [UInt8], for topic: String) {
    _ = unsafe payload.withUnsafeBytes { bytes in
      unsafe mosquitto_will_set_v5(
        handle, topic, CInt(bytes.count), bytes.baseAddress, 1, true, nil)
    }
  }

  /// Begins to connect, and returns at once; only looking up the name may block.
  ///
  /// A CONNECT without a session expiry has one of 0 (MQTT 5, section 3.1.2.11.2).
  func connect(to broker: MQTTBroker) throws(MQTTFailure) {
    try begin(
      unsafe mosquitto_connect_bind_async(
        handle, broker.host, CInt(broker.port), Self.keepAlive, nil))
  }

  /// As ``connect(to:)``, for a session that the broker keeps for that many seconds. Blocks.
  func connect(to broker: MQTTBroker, keeping seconds: UInt32) throws(MQTTFailure) {
    var properties = MQTTProperties()
    guard properties.add(sessionExpiry: seconds) else { throw .refused }
    try begin(
      unsafe mosquitto_connect_bind_v5(
        handle, broker.host, CInt(broker.port), Self.keepAlive, nil, properties.list))
  }

  private func begin(_ status: CInt) throws(MQTTFailure) {
    switch status {
    case MOSQ_ERR_SUCCESS.rawValue, MOSQ_ERR_CONN_PENDING.rawValue: return
    case MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue: throw .badSettings
    default: throw loss
    }
  }

  /// In seconds; longer than any command.
  private static var keepAlive: CInt { 90 }

  /// Why there is no connection.
  var loss: MQTTFailure { inbox.handshake ?? .unreachable }

  /// The number of the packet, or nil when it could not be sent.
  func subscribe(to topic: String) -> CInt? {
    var packet: CInt = 0
    let status = unsafe mosquitto_subscribe_v5(handle, &packet, topic, 1, 0, nil)
    return status == MOSQ_ERR_SUCCESS.rawValue ? packet : nil
  }

  func unsubscribe(from topic: String) -> CInt? {
    var packet: CInt = 0
    let status = unsafe mosquitto_unsubscribe_v5(handle, &packet, topic, nil)
    return status == MOSQ_ERR_SUCCESS.rawValue ? packet : nil
  }

  /// Hands a message to the socket, at most once.
  ///
  /// - Returns: the number of the packet.
  /// - Throws: when the message certainly was not handed over.
  func publish(
    _ payload: [UInt8], to topic: String, isRetained: Bool = false,
    with properties: borrowing MQTTProperties
  ) throws(MQTTFailure) -> CInt {
    guard unsafe mosquitto_socket(handle) >= 0 else { throw loss }
    var packet: CInt = 0
    let status = unsafe payload.withUnsafeBytes { bytes in
      unsafe mosquitto_publish_v5(
        handle, &packet, topic, CInt(bytes.count), bytes.baseAddress, 1, isRetained,
        properties.list)
    }
    switch status {
    // Without a connection nothing was written, and this handle gets no other.
    case MOSQ_ERR_NO_CONN.rawValue: throw loss
    case MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_NOMEM.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue,
      MOSQ_ERR_MALFORMED_UTF8.rawValue, MOSQ_ERR_QOS_NOT_SUPPORTED.rawValue,
      MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_RETAIN_NOT_SUPPORTED.rawValue:
      throw .refused
    default: return packet
    }
  }

  /// Whether what was not read by the other side when the connection ends is to be taken back, as
  /// far as that is possible.
  ///
  /// Otherwise the kernel goes on to send after the limit, and even after this process has died.
  func setTakesBack(_ takesBack: Bool) {
    var linger = linger(l_onoff: takesBack ? 1 : 0, l_linger: 0)
    let socket = unsafe mosquitto_socket(handle)
    _ = unsafe setsockopt(
      socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// Tells the broker that this is the end.
  func disconnect() {
    unsafe mosquitto_disconnect_v5(handle, 0, nil)
  }

  /// Waits for what comes in next. Blocks until the deadline at the longest.
  ///
  /// The library's own loop asks `select`, which overwrites memory in processes with more than
  /// 1,024 open files.
  func step(until deadline: Duration) -> Step {
    let socket = unsafe mosquitto_socket(handle)
    guard socket >= 0 else { return .lost }
    let rest = deadline - uptime()
    guard rest > .zero else { return .late }
    // Brokers wait for it before they send the next small packet, and the kernel for 40 ms.
    var isQuick: CInt = 1
    _ = unsafe setsockopt(
      socket, CInt(IPPROTO_TCP), TCP_QUICKACK, &isQuick, socklen_t(MemoryLayout<CInt>.size))
    var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    if unsafe mosquitto_want_write(handle) { entry.events |= Int16(POLLOUT) }
    guard unsafe poll(&entry, 1, Self.milliseconds(rest)) >= 0 else {
      return errno == EINTR ? .progress : .lost
    }
    let isBroken = entry.revents & Int16(POLLERR | POLLNVAL) != 0
    var status = MOSQ_ERR_SUCCESS.rawValue
    if entry.revents & Int16(POLLIN | POLLHUP) != 0 { status = read(all: isBroken) }
    if status == MOSQ_ERR_SUCCESS.rawValue, entry.revents & Int16(POLLOUT) != 0 {
      status = unsafe mosquitto_loop_write(handle, 1)
    }
    if status == MOSQ_ERR_SUCCESS.rawValue { status = unsafe mosquitto_loop_misc(handle) }
    return status == MOSQ_ERR_SUCCESS.rawValue && !isBroken ? .progress : .lost
  }

  /// Reads a packet, or all that there is before an error.
  private func read(all: Bool) -> CInt {
    var status = unsafe mosquitto_loop_read(handle, 1)
    var rounds = all ? Self.maximumRounds : 0
    while status == MOSQ_ERR_SUCCESS.rawValue, rounds > 0 {
      status = unsafe mosquitto_loop_read(handle, 1)
      rounds -= 1
    }
    return status
  }

  private static var maximumRounds: Int { 64 }

  /// Rounded up, so that waiting does not end before the deadline.
  private static func milliseconds(_ duration: Duration) -> CInt {
    let (seconds, attoseconds) = duration.components
    guard seconds < 60 else { return 60_000 }
    return CInt(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
