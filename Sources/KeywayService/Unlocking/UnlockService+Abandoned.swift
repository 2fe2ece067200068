import KeywayCore
import KeywayCrypto
import KeywayStore

extension UnlockService {
  /// Closes the commands of processes that have died, which nobody will ever send or wait for, and
  /// gives back the uses of those that were never sent. Nothing is sent. Blocks.
  ///
  /// - Throws: ``StoreError`` or ``SettingError``.
  package func closeAbandonedCommands() throws {
    let owners = owners
    let doors = try environment.store.read { reader in
      var doors: [Door.ID] = []
      try reader.forEachDoor { record in
        let commands = try reader.commandsInFlight(onDoor: record.door.id)
        if commands.contains(where: { !owners.isAlive($0.owner) }) { doors.append(record.door.id) }
      }
      return doors
    }
    if doors.isEmpty { return }
    try environment.store.write { transaction in
      let settings = try ServiceSettings(transaction.settings())
      let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
      var flights = CommandFlights(now: environment.now(), deadline: settings.commandDeadline)
      for door in doors {
        _ = try flights.find(onDoor: door, owners: owners, log: log, in: transaction)
      }
      try log.finish(in: transaction)
    }
  }
}
