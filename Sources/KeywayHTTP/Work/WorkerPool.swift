internal import Synchronization

/// Threads for work that blocks, with a queue that does not grow beyond a limit.
package final class WorkerPool: Sendable {
  private struct State {
    var queue: [@Sendable () -> Void] = []
    /// Where the oldest piece of work stands in the queue.
    var first = 0
    /// Threads that wait and were not woken yet.
    var idle = 0
    var isStopping = false
    var threads: [SystemThread] = []

    var waiting: Int { queue.count - first }

    mutating func next() -> (@Sendable () -> Void)? {
      guard first < queue.count else { return nil }
      let work = queue[first]
      first += 1
      if first == queue.count || first == 1024 {
        queue.removeFirst(first)
        first = 0
      }
      return work
    }
  }

  private let state = Mutex(State())
  private let wakeUp: WakeUp
  private let capacity: Int

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - capacity: how much work may wait for a thread.
  ///   - stackSize: of each thread, in bytes.
  /// - Throws: `unavailable`.
  package init(
    threads count: Int, capacity: Int, stackSize: Int = 1 << 20
  ) throws(HTTPServerError) {
    let failure = HTTPServerError(.unavailable, "starting \(count) threads for requests")
    guard let wakeUp = WakeUp() else { throw failure }
    self.wakeUp = wakeUp
    self.capacity = capacity
    for _ in 0..<count {
      // The threads keep the pool until they are stopped.
      guard let thread = SystemThread(stackSize: stackSize, { self.serve() }) else {
        stop()
        throw failure
      }
      state.withLock { $0.threads.append(thread) }
    }
  }

  /// Has the work done by a thread that is free, soon.
  ///
  /// - Returns: false when too much waits already, or after ``stop()``: it is not done.
  package func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, wakes) = state.withLock { state -> (Bool, Bool) in
      guard !state.isStopping, state.idle > 0 || state.waiting < capacity else {
        return (false, false)
      }
      state.queue.append(work)
      guard state.idle > 0 else { return (true, false) }
      state.idle -= 1
      return (true, true)
    }
    if wakes { wakeUp.raise() }
    return isTaken
  }

  /// Work that waits for a thread.
  package var waiting: Int {
    state.withLock { $0.waiting }
  }

  /// Takes no more work and waits until all of it is done. Blocks.
  package func stop() {
    let (threads, idle) = state.withLock { state in
      let result = (state.threads, state.idle)
      state.isStopping = true
      state.idle = 0
      state.threads = []
      return result
    }
    wakeUp.raise(idle)
    for thread in threads { thread.join() }
  }

  private func serve() {
    while true {
      let (work, isOver) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
        if let work = state.next() { return (work, false) }
        if state.isStopping { return (nil, true) }
        state.idle += 1
        return (nil, false)
      }
      if let work {
        work()
      } else if isOver {
        return
      } else {
        _ = wakeUp.wait()
      }
    }
  }
}
