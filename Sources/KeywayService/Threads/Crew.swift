/// Threads that do what blocks, so that others need not wait for it.
///
/// A thread is made when there is work and none is idle, up to a number, and kept.
package final class Crew: Sendable {
  private struct State: Sendable {
    var work: [@Sendable () -> Void] = []
    var threads = 0
    var idle = 0
    var isClosed = false
  }

  private let state = Monitor(State())
  private let size: Int
  private let queue: Int

  /// - Parameters:
  ///   - size: how many threads there are at most.
  ///   - queue: how many pieces of work may wait for one.
  package init(size: Int, queue: Int) {
    self.size = size
    self.queue = queue
  }

  /// Has a piece of work done; false, and nothing done, when too many wait. Does not block.
  package func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, needsThread) = state.change(wakingOne: true) { state -> (Bool, Bool) in
      let free = state.idle + size - state.threads
      guard !state.isClosed, state.work.count < free || state.work.count - free < queue else {
        return (false, false)
      }
      state.work.append(work)
      guard state.work.count > state.idle, state.threads < size else { return (true, false) }
      state.threads += 1
      return (true, true)
    }
    if needsThread, !Threads.detach({ self.serve() }) {
      let isAlone = state.change { state in
        state.threads -= 1
        return state.threads == 0
      }
      // Nobody else would ever do it.
      if isAlone { drain() }
    }
    return isTaken
  }

  /// Lets nothing more in, and waits until all that is in is done. Blocks.
  ///
  /// - Returns: whether all was done within the time.
  package func finish(within limit: Duration) -> Bool {
    state.change { $0.isClosed = true }
    return state.wait(atMost: limit) { state in state.threads == 0 ? true : nil } ?? false
  }

  private func serve() {
    while let work = next() { work() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.adjust { $0.idle += 1 }
    let work = state.wait { state -> (@Sendable () -> Void)?? in
      if !state.work.isEmpty {
        state.idle -= 1
        return .some(state.work.removeFirst())
      }
      guard state.isClosed else { return nil }
      state.idle -= 1
      state.threads -= 1
      return .some(nil)
    }
    // Those who wait for the end look again.
    if work == nil || (work ?? nil) == nil { state.change { _ in } }
    return work ?? nil
  }

  private func drain() {
    while let work = state.adjust({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { work() }
  }
}
