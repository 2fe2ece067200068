package import KeywayCore
import KeywayStore

/// Waits for the end of commands that another process sends.
package struct CommandWatch: Sendable {
  private let environment: ServiceEnvironment
  /// Waits that long.
  private let pause: @Sendable (Duration) -> Void

  package init(environment: ServiceEnvironment, pause: @escaping @Sendable (Duration) -> Void) {
    self.environment = environment
    self.pause = pause
  }

  /// The command once it is in flight no longer, or as it stands when its deadline has passed: no
  /// process waits for its lock then. Nil when there is none of that id. Blocks.
  package func wait(for id: LockCommand.ID) throws -> LockCommand? {
    var deadline: Duration?
    while true {
      let command = try environment.store.read { reader in try reader.command(id) }
      guard let command, command.state.isInFlight else { return command }
      let left = command.deadline.milliseconds - environment.now().milliseconds
      let end = deadline ?? environment.uptime() + .milliseconds(left) + .milliseconds(500)
      deadline = end
      guard environment.uptime() < end else { return command }
      pause(.milliseconds(50))
    }
  }
}
