import KeywayCore

/// Commands of a replay that were told to a lock which has not answered yet.
struct UnansweredCommands {
  private struct Command {
    let sending: CommandDispatcher.Sending
    let answer: LockResponse
    let due: Timestamp
  }

  /// By the instant of the answer, then in the order in which they were told.
  private var commands: [Command] = []

  mutating func add(
    _ sending: CommandDispatcher.Sending, answering answer: LockResponse, at due: Timestamp
  ) {
    let place = commands.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
    commands.insert(Command(sending: sending, answer: answer, due: due), at: place)
  }

  /// Takes out the next command whose answer is known by then, with what it answered and the instant at
  /// which it came.
  mutating func next(
    by now: Timestamp
  ) -> (sending: CommandDispatcher.Sending, answer: LockResponse, at: Timestamp)? {
    guard let first = commands.first, first.due <= now else { return nil }
    commands.removeFirst()
    return (first.sending, first.answer, first.due)
  }
}
