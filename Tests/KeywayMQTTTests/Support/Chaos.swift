import Glibc
import Synchronization

/// Something done on a thread of its own, which is waited for.
final class Chaos: Sendable {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread = Mutex<pthread_t?>(nil)

  init(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Work(run))
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    if status == 0 { self.thread.withLock { $0 = thread } } else { context.release() }
  }

  deinit { wait() }

  func wait() {
    thread.withLock { thread in
      if let thread { pthread_join(thread, nil) }
      thread = nil
    }
  }
}
