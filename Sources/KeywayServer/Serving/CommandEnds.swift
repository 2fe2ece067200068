import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// Waits for the ends of commands without keeping a thread.
final class CommandEnds: Sendable {
  private let services: ServerServices
  private let alarms: Alarms
  private let crew: Crew

  init(services: ServerServices, alarms: Alarms, crew: Crew) {
    self.services = services
    self.alarms = alarms
    self.crew = crew
  }

  /// Calls back once, when all of the commands have ended or the time has passed. Does not block.
  ///
  /// - Parameter body: gets the commands as they stand then; may block. Gets none when they cannot
  ///   be read, or too many wait to be told.
  func wait(
    for commands: [LockCommand.ID], atMost limit: Duration,
    _ body: @escaping @Sendable ([LockCommand.ID: LockCommand]) -> Void
  ) {
    let waiting = Monitor(commands.count)
    let finish: @Sendable () -> Void = { [self] in
      // Whoever comes second finds it below zero.
      let isFirst = waiting.change { left in
        defer { left = -1 }
        return left >= 0
      }
      guard isFirst else { return }
      if !crew.run({ body(self.read(commands)) }) { body([:]) }
    }
    alarms.set(after: limit, finish)
    for command in commands {
      services.runner.whenEnded(command) { _ in
        let left = waiting.change { left in
          if left > 0 { left -= 1 }
          return left
        }
        if left == 0 { finish() }
      }
    }
  }

  /// The commands as they stand; blocks.
  func read(_ ids: [LockCommand.ID]) -> [LockCommand.ID: LockCommand] {
    let found = try? services.environment.store.read { reader in
      try ids.compactMap { try reader.command($0) }
    }
    return Dictionary((found ?? []).map { ($0.id, $0) }) { first, _ in first }
  }
}
