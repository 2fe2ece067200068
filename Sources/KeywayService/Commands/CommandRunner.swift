package import KeywayCore

/// Brings the commands of a process that lives on to their locks, while others are decided.
///
/// Commands that come together share the transactions that say that they are sent, and what became
/// of them; each lock is told on a thread of its own, so that a slow one keeps nobody waiting.
package final class CommandRunner: Sendable {
  /// What is to be done next with a command.
  private enum Step: Sendable {
    case send(LockCommand.ID, deadline: Duration?)
    case close(CommandDispatcher.Sending, LockResponse)
  }

  private let dispatcher: CommandDispatcher
  private let steps: Mailbox<Step>
  private let crew: Crew
  /// The commands that have not ended, each with those who wait for its end.
  private let waiting = Monitor<[LockCommand.ID: [@Sendable (LockCommand?) -> Void]]>([:])
  private let ended: @Sendable (LockCommand) -> Void
  private let failed: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - ended: told of each command that has ended.
  ///   - failed: told of a failure of the store; a command whose sending was not written was not
  ///     sent, and one whose end was not written stays `sent`.
  package init(
    dispatcher: CommandDispatcher, locks: Int = 256,
    ended: @escaping @Sendable (LockCommand) -> Void = { _ in },
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    self.dispatcher = dispatcher
    self.ended = ended
    self.failed = failed
    steps = Mailbox(capacity: .max)
    crew = Crew(size: locks, queue: .max / 2)
  }

  /// Sends a new command. Does not block.
  package func send(_ id: LockCommand.ID, by deadline: Duration?) {
    waiting.change { $0[id, default: []] += [] }
    if !steps.put(.send(id, deadline: deadline)) { end(id, nil) }
  }

  /// Calls back once with the command when it has ended, or at once when it is not one that this
  /// runner has yet to end. Does not block.
  ///
  /// - Parameter body: gets nil when it is not known what became of the command.
  package func whenEnded(
    _ id: LockCommand.ID, _ body: @escaping @Sendable (LockCommand?) -> Void
  ) {
    let isKept = waiting.change { waiting in
      guard waiting[id] != nil else { return false }
      waiting[id]?.append(body)
      return true
    }
    if !isKept { body(nil) }
  }

  /// How many commands have not ended.
  package var count: Int { waiting.look { $0.count } }

  /// Does what is to be done until ``finish(within:)``. Blocks: for a thread of its own.
  package func run() {
    while true {
      let steps = steps.take(atMost: 256)
      if steps.isEmpty { return }
      sendAll(steps)
      closeAll(steps)
    }
  }

  /// Takes nothing more, and waits until every command has ended. Blocks.
  ///
  /// - Returns: whether all have.
  package func finish(within limit: Duration) -> Bool {
    let isDone = waiting.wait(atMost: limit) { $0.isEmpty ? true : nil } ?? false
    steps.close()
    _ = crew.finish(within: isDone ? limit : .zero)
    return isDone
  }

  private func sendAll(_ steps: [Step]) {
    let commands = steps.compactMap { step -> (id: LockCommand.ID, deadline: Duration?)? in
      if case .send(let id, let deadline) = step { (id, deadline) } else { nil }
    }
    if commands.isEmpty { return }
    do {
      for (command, sending) in zip(commands, try dispatcher.prepare(commands)) {
        if let sending, sending.isToBeSent {
          tell(sending)
        } else {
          end(command.id, sending?.command)
        }
      }
    } catch {
      failed(error)
      for command in commands { end(command.id, nil) }
    }
  }

  private func tell(_ sending: CommandDispatcher.Sending) {
    let isTaken = crew.run { [self] in
      guard let answer = dispatcher.tell(sending) else { return end(sending.command.id, nil) }
      if !steps.put(.close(sending, answer)) { end(sending.command.id, nil) }
    }
    if !isTaken {
      _ = steps.put(.close(sending, LockResponse(.neverReached(detail: "overloaded"))))
    }
  }

  private func closeAll(_ steps: [Step]) {
    let answers = steps.compactMap {
      step -> (sending: CommandDispatcher.Sending, answer: LockResponse)? in
      if case .close(let sending, let answer) = step { (sending, answer) } else { nil }
    }
    if answers.isEmpty { return }
    do {
      for command in try dispatcher.close(answers) { end(command.id, command) }
    } catch {
      failed(error)
      for answer in answers { end(answer.sending.command.id, nil) }
    }
  }

  private func end(_ id: LockCommand.ID, _ command: LockCommand?) {
    if let command { ended(command) }
    let bodies = waiting.change { $0.removeValue(forKey: id) ?? [] }
    for body in bodies { body(command) }
  }
}
