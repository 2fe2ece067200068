package import KeywayCore
import KeywayCrypto
package import KeywayStore

/// What is known of locks, and asking them.
package struct LockService: Sendable {
  private let environment: ServiceEnvironment
  private let drivers: [String: any LockDriver]

  package init(environment: ServiceEnvironment, drivers: [String: any LockDriver]) {
    self.environment = environment
    self.drivers = drivers
  }

  /// Every door that has a lock, with what is known of it, in the order of the ids' bytes. Blocks.
  package func all() throws -> [(door: Door, known: StoredLockState)] {
    try environment.store.read { reader in
      var doors: [Door] = []
      try reader.forEachDoor { if !$0.isRemoved, $0.door.lock != nil { doors.append($0.door) } }
      return try doors.map { ($0, try reader.lockState(of: $0.id) ?? StoredLockState()) }
    }
  }

  /// Asks a door's lock for its state, which moves nothing, and keeps what it reports. Blocks, at the
  /// longest for the time that a command may take.
  ///
  /// - Throws: ``ServiceError`` `notFound` for a door that is not there or has no lock,
  ///   `unavailable` without its driver; `StoreError`.
  package func test(_ id: Door.ID) throws -> LockLook {
    let (door, settings) = try environment.store.read { reader in
      (try reader.doors([id])[0]?.door, try ServiceSettings(reader.settings()))
    }
    guard let door, !door.isRemoved else {
      throw ServiceError(.notFound, "there is no door '\(id)'")
    }
    guard let lock = door.lock else {
      throw ServiceError(.notFound, "the door '\(id)' has no lock")
    }
    guard let driver = lock.text("driver").flatMap({ drivers[$0] }) else {
      throw ServiceError(.unavailable, "there is no driver for the lock of the door '\(id)'")
    }
    let look = driver.look(
      at: id, settings: lock, within: .milliseconds(settings.commandDeadline))
    if case .observed(let observations) = look {
      try environment.store.write { transaction in
        let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
        try ObservationRecorder.record(observations, of: id, log: log, in: transaction)
        try log.finish(in: transaction)
      }
    }
    return look
  }

  /// The driver that a door's lock names, or nil without a lock. Blocks.
  package func driverNames(of doors: [Door.ID]) throws -> Set<String> {
    let records = try environment.store.read { reader in try reader.doors(doors) }
    return Set(records.compactMap { $0?.door.lock?.text("driver") })
  }
}
