internal import Glibc
package import KeywayCore

/// A lock behind a broker that answers as its script has it, in the words of its dialect.
package struct MQTTLockSimulator: Sendable {
  /// A command that came in.
  package struct Entry: Hashable, Sendable {
    package let verb: LockCommand.Verb
    package let receivedAt: Timestamp
    /// When it came in, by the clock that nobody can set.
    package let uptime: Duration
    /// The user properties that came with it, such as `keyway-command` and `keyway-expires`.
    package let properties: [String: String]

    /// Whether it came in after its time.
    package var isLate: Bool {
      guard let expires = properties["keyway-expires"],
        let deadline = try? Timestamp(parsing: expires.utf8.span)
      else { return false }
      return receivedAt >= deadline
    }
  }

  private let lock: MQTTLockSettings
  private let script: MQTTLockScript
  private let now: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  /// Is told of each command before the lock does it.
  private let journal: @Sendable (Entry) -> Void

  package init(
    _ lock: MQTTLockSettings, script: MQTTLockScript, now: @escaping @Sendable () -> Timestamp,
    uptime: @escaping @Sendable () -> Duration, journal: @escaping @Sendable (Entry) -> Void
  ) {
    self.lock = lock
    self.script = script
    self.now = now
    self.uptime = uptime
    self.journal = journal
  }

  /// Plays the lock as long as it is wanted, and connects again when the broker was lost. Blocks.
  ///
  /// - Parameter ready: is called whenever the lock can be told.
  package func run(while isWanted: () -> Bool, ready: () -> Void = {}) {
    var bolt = MQTTLockBolt(script, lock.dialect)
    while isWanted() {
      try? play(&bolt, isWanted, ready)
      if isWanted() { pause() }
    }
  }

  private static var patience: Duration { .milliseconds(50) }

  private func pause() {
    var time = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    unsafe nanosleep(&time, nil)
  }

  /// One connection, until it is lost or no longer wanted.
  private func play(
    _ bolt: inout MQTTLockBolt, _ isWanted: () -> Bool, _ ready: () -> Void
  ) throws(MQTTFailure) {
    let connection = try connect(isWanted)
    guard let packet = connection.subscribe(to: lock.commandTopic) else { throw connection.loss }
    if let topic = lock.questionTopic { _ = connection.subscribe(to: topic) }
    if script.announces, let topic = lock.availabilityTopic {
      try publish(availability("online"), to: topic, isRetained: true, on: connection)
    }
    if script.reportsAtStart { try report(bolt.state, on: connection) }
    var isReady = false
    while isWanted() {
      let step = connection.step(
        until: min(bolt.nextReport ?? .seconds(1 << 40), uptime() + Self.patience))
      if !isReady, connection.inbox.subscriptions[packet] != nil {
        isReady = true
        ready()
      }
      for message in connection.inbox.takeMessages() {
        if message.topic == lock.commandTopic {
          take(message, &bolt)
        } else if script.behaviour != .silent {
          try report(bolt.state, on: connection)
        }
      }
      while let state = bolt.takeReport(at: uptime()) { try report(state, on: connection) }
      if step == .lost { return }
    }
    // A lock that is switched off does not take its leave.
  }

  private func connect(_ isWanted: () -> Bool) throws(MQTTFailure) -> MQTTConnection {
    let connection = try MQTTConnection(
      lock.credentials, isEncrypted: lock.broker.isEncrypted, session: script.session,
      uptime: uptime)
    if script.announces, let topic = lock.availabilityTopic {
      connection.setWill(availability("offline"), for: topic)
    }
    if script.session == nil {
      try connection.connect(to: lock.broker)
    } else {
      try connection.connect(to: lock.broker, keeping: 300)
    }
    while connection.inbox.connectCode == nil, isWanted() {
      if connection.step(until: uptime() + Self.patience) == .lost { throw connection.loss }
    }
    guard connection.inbox.connectCode == 0 else { throw .refused }
    return connection
  }

  private func take(_ message: MQTTMessage, _ bolt: inout MQTTLockBolt) {
    guard let verb = lock.dialect.verb(for: message.payload.span) else { return }
    let entry = Entry(
      verb: verb, receivedAt: now(), uptime: uptime(), properties: message.properties)
    journal(entry)
    if script.knowsExpiry, entry.isLate { return }
    bolt.take(verb, at: uptime())
  }

  private func report(_ state: LockState, on connection: MQTTConnection) throws(MQTTFailure) {
    let payload = lock.dialect.report(of: state, battery: script.battery)
    try publish(payload, to: lock.stateTopic, isRetained: script.retains, on: connection)
  }

  private func publish(
    _ payload: [UInt8], to topic: String, isRetained: Bool, on connection: MQTTConnection
  ) throws(MQTTFailure) {
    _ = try connection.publish(payload, to: topic, isRetained: isRetained, with: MQTTProperties())
  }

  private func availability(_ word: String) -> [UInt8] {
    guard case .zigbee2MQTT = lock.dialect else { return Array(word.utf8) }
    return CanonicalJSON.bytes(of: .object(["state": .string(word)]))
  }
}
