import KeywayCore
import KeywayService
import Synchronization

/// A lock that answers as it was told and remembers what it was asked.
final class RecordingDriver: LockDriver {
  private let state: Mutex<(reports: [LockReport], commands: [LockCommand])>
  private let observations: [LockObservation]
  private let supported: Set<LockCommand.Verb>
  private let whileSending: @Sendable (LockCommand) -> Void

  /// - Parameters:
  ///   - reports: the answers in their order; afterwards the last one stays.
  ///   - whileSending: called before each answer.
  init(
    reports: [LockReport] = [.acknowledged], observations: [LockObservation] = [],
    verbs: Set<LockCommand.Verb> = Set(LockCommand.Verb.allCases),
    whileSending: @escaping @Sendable (LockCommand) -> Void = { _ in }
  ) {
    state = Mutex((reports, []))
    self.observations = observations
    supported = verbs
    self.whileSending = whileSending
  }

  /// What the lock was told, in order.
  var commands: [LockCommand] { state.withLock { $0.commands } }

  func verbs(settings: JSONObject) -> Set<LockCommand.Verb> { supported }

  func look(at door: Door.ID, settings: JSONObject, within limit: Duration) -> LockLook {
    .observed(observations)
  }

  func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse {
    whileSending(command)
    return state.withLock { state in
      state.commands.append(command)
      return LockResponse(
        state.reports.count > 1 ? state.reports.removeFirst() : state.reports[0],
        observations: observations)
    }
  }
}

extension TestHouse {
  func dispatcher(_ driver: RecordingDriver) -> CommandDispatcher {
    CommandDispatcher(environment: environment, drivers: ["simulator": driver])
  }

  /// Sends the command of an answer.
  func dispatch(_ answer: TapAnswer, _ driver: RecordingDriver) throws -> LockCommand {
    try present(dispatcher(driver).dispatch(present(answer.command), by: answer.deadline))
  }
}

/// Owners that live until they are let die.
final class MortalOwner: CommandOwners {
  let own: String
  private let dead = Mutex<Set<String>>([])

  init(_ own: String) {
    self.own = own
  }

  func isAlive(_ owner: String) -> Bool { !dead.withLock { $0.contains(owner) } }

  func kill(_ owner: String) { dead.withLock { _ = $0.insert(owner) } }
}
