import KeywayCore
import KeywayCrypto
import KeywayStore

/// Writes what a lock reported: an entry for each report, and what is known of the lock.
enum ObservationRecorder {
  /// - Parameter command: the command that the lock was being told, or nil.
  static func record(
    _ observations: [LockObservation], of door: Door.ID, during command: LockCommand.ID? = nil,
    log: LogAppender, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    guard !observations.isEmpty else { return }
    var known = try transaction.lockState(of: door) ?? StoredLockState()
    var secret = try transaction.installation().secret
    if let record = try transaction.doors([door])[0] { secret = record.secret }
    for observation in observations {
      known.take(observation)
      log.append(entry(observation, door, command, secret))
    }
    try transaction.save(known, of: door)
  }

  /// Whom a lock names as the one who moved it stands as an HMAC under the door's secret: it may be
  /// a person.
  private static func entry(
    _ observation: LockObservation, _ door: Door.ID, _ command: LockCommand.ID?,
    _ secret: [UInt8]
  ) -> JSONObject {
    var members: JSONObject = [
      "v": .integer(1), "kind": .string("observation"),
      "at": .string(observation.receivedAt.rfc3339), "door": .string(door.text),
    ]
    members["command"] = command.map { .string($0.text) }
    members["state"] = observation.state.map { .string($0.rawValue) }
    members["battery"] = observation.battery.map { .integer(Int64($0)) }
    members["reportedAt"] = observation.reportedAt.map { .string($0.rfc3339) }
    members["stale"] = observation.isStale ? .bool(true) : nil
    if let source = observation.source {
      let code = HMACSHA256(key: secret.span).code(for: Array(source.utf8).span)
      members["source"] = .object(["hmac": .string(code.hex)])
    }
    return members
  }
}

extension StoredLockState {
  /// Takes a report in. One that may be older than the last command says nothing of the state.
  mutating func take(_ observation: LockObservation) {
    seenAt = observation.receivedAt
    battery = observation.battery ?? battery
    guard let state = observation.state else { return }
    if observation.isStale, let toldAt, reportedAt.map({ $0 < toldAt }) ?? true { return }
    self.state = state
    reportedAt = observation.receivedAt
  }
}
