internal import Glibc
import Synchronization

/// Threads of the operating system, for work that blocks.
enum Threads {
  /// What a thread is to do, kept by it alone.
  private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Calls the body with each item on a thread of its own, the last one on this thread, and returns
  /// what they return in the items' order. Blocks. Where no thread can be made, this one does all.
  ///
  /// - Throws: what the body throws for the first item for which it does.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    guard items.count > 1 else { return try items.map(body) }
    let old = keepPausesOff()
    defer { restore(old) }
    let results = Results<Result>(items.count)
    var threads: [pthread_t] = []
    for (index, item) in items.enumerated() {
      let work = Work { results.set(index, Swift.Result { try body(item) }) }
      guard index < items.count - 1, let thread = start(work) else {
        work.run()
        continue
      }
      threads.append(thread)
    }
    for thread in threads { _ = pthread_join(thread, nil) }
    return try results.all()
  }

  /// Ctrl-Z stops a process by whichever thread lets it: none is to, while another may have the lock
  /// that others wait for.
  private static func keepPausesOff() -> sigset_t {
    var pause = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&pause)
    unsafe sigaddset(&pause, SIGTSTP)
    unsafe pthread_sigmask(SIG_BLOCK, &pause, &old)
    return old
  }

  private static func restore(_ mask: sigset_t) {
    var mask = mask
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Runs the body on a thread of its own that nobody waits for; false where no thread can be made.
  static func detach(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(Work(body)) else { return false }
    _ = pthread_detach(thread)
    return true
  }

  private static func start(_ work: Work) -> pthread_t? {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(work)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if status == 0 { return thread }
    unsafe context.release()
    return nil
  }

  private final class Results<Value: Sendable>: Sendable {
    private let values: Mutex<[Swift.Result<Value, any Error>?]>

    init(_ count: Int) {
      values = Mutex(Array(repeating: nil, count: count))
    }

    func set(_ index: Int, _ value: Swift.Result<Value, any Error>) {
      values.withLock { $0[index] = value }
    }

    func all() throws -> [Value] {
      try values.withLock { $0 }.compactMap { try $0?.get() }
    }
  }
}
