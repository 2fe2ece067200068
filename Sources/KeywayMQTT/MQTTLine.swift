internal import Glibc
import KeywayCore

/// A connection to a lock's broker on which its reports are heard, until a deadline.
struct MQTTLine {
  /// What a message said of the lock.
  struct Report {
    var observation: LockObservation
    let isRetained: Bool
  }

  private let connection: MQTTConnection
  private let lock: MQTTLockSettings
  private let deadline: Duration
  private let now: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration

  /// Connects and subscribes. Blocks.
  init(
    to lock: MQTTLockSettings, by deadline: Duration, now: @escaping @Sendable () -> Timestamp,
    uptime: @escaping @Sendable () -> Duration
  ) throws(MQTTFailure) {
    connection = try MQTTConnection(
      lock.credentials, isEncrypted: lock.broker.isEncrypted, uptime: uptime)
    self.lock = lock
    self.deadline = deadline
    self.now = now
    self.uptime = uptime
    try connection.connect(to: lock.broker)
    try wait { $0.connectCode != nil }
    guard let code = connection.inbox.connectCode, code == 0 else {
      throw MQTTFailure(refusal: connection.inbox.connectCode ?? 0x80)
    }
    try subscribe()
  }

  /// Without the lock's reports nothing could be acknowledged; its availability is only good to
  /// know.
  private func subscribe() throws(MQTTFailure) {
    let topics = [lock.stateTopic, lock.availabilityTopic].compactMap { $0 }
    var packets: [Int32] = []
    for topic in topics {
      guard let packet = connection.subscribe(to: topic) else { throw connection.loss }
      packets.append(packet)
    }
    try wait { inbox in packets.allSatisfy { inbox.subscriptions[$0] != nil } }
    guard let granted = connection.inbox.subscriptions[packets[0]]?.first, granted < 0x80 else {
      throw .notSubscribed
    }
  }

  /// Waits until the broker has answered.
  private func wait(_ isAnswered: (MQTTInbox) -> Bool) throws(MQTTFailure) {
    while !isAnswered(connection.inbox) {
      switch connection.step(until: deadline) {
      case .progress: continue
      case .late: throw .late
      case .lost:
        if isAnswered(connection.inbox) { return }
        throw connection.loss
      }
    }
  }

  /// Tells the lock; the message is handed over at most once.
  ///
  /// - Returns: the packet for which the broker gives a receipt.
  /// - Throws: when the message certainly was not handed over.
  func tell(_ payload: [UInt8], _ command: LockCommand) throws(MQTTFailure) -> Int32 {
    guard let expiry = MQTTExpiry.seconds(within: deadline - uptime()) else { throw .late }
    var properties = MQTTProperties()
    guard properties.add(expiry: expiry), properties.add("keyway-command", command.id.text),
      properties.add("keyway-expires", command.deadline.rfc3339)
    else { throw .refused }
    connection.setTakesBack(true)
    return try connection.publish(payload, to: lock.commandTopic, with: properties)
  }

  func step() -> MQTTConnection.Step { connection.step(until: deadline) }

  func receipt(of packet: Int32) -> UInt8? { connection.inbox.receipts[packet] }

  /// Takes leave of the broker, which has everything that was meant for it.
  func close() {
    connection.setTakesBack(false)
    connection.disconnect()
  }

  /// What the lock reported since the last call, in order.
  func takeReports() -> [Report] {
    connection.inbox.takeMessages().compactMap { message in
      let observation =
        message.topic.utf8.elementsEqual(lock.stateTopic.utf8)
        ? lock.dialect.observation(of: message.payload.span, at: now())
        : MQTTDialect.availability(of: message.payload.span, at: now())
      return observation.map { Report(observation: $0, isRetained: message.isRetained) }
    }
  }

  /// Asks the lock for its state where the dialect can, and otherwise takes what the broker kept.
  ///
  /// - Throws: when there is nothing to be had.
  func ask() throws(MQTTFailure) -> [LockObservation] {
    defer { close() }
    guard let question = lock.dialect.question, let topic = lock.questionTopic else {
      return try kept()
    }
    var properties = MQTTProperties()
    guard let expiry = MQTTExpiry.seconds(within: deadline - uptime()),
      properties.add(expiry: expiry)
    else { throw .late }
    let packet = try connection.publish(question, to: topic, with: properties)
    var observations: [LockObservation] = []
    var step = MQTTConnection.Step.progress
    while step == .progress {
      step = connection.step(until: deadline)
      for var report in takeReports() {
        report.observation.isStale = report.isRetained
        observations.append(report.observation)
        if !report.isRetained, report.observation.state != nil { return observations }
      }
      if let reason = receipt(of: packet), reason != 0 { break }
    }
    guard observations.isEmpty else { return observations }
    throw receipt(of: packet) == 0x10 ? MQTTFailure("lock_offline") : MQTTFailure("mute")
  }

  /// What the broker kept of the lock's reports: it sends them before it answers the next request.
  private func kept() throws(MQTTFailure) -> [LockObservation] {
    guard let packet = connection.unsubscribe(from: lock.stateTopic) else {
      throw connection.loss
    }
    try wait { $0.unsubscriptions.contains(packet) }
    let observations = takeReports().map { report in
      var observation = report.observation
      observation.isStale = report.isRetained
      return observation
    }
    guard !observations.isEmpty else { throw MQTTFailure("mute") }
    return observations
  }
}
