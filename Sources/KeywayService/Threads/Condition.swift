internal import Glibc

/// Lets threads sleep until it is raised, pthread_cond_wait(3).
@safe final class Condition: Sendable {
  @unsafe private struct State {
    var mutex = unsafe pthread_mutex_t()
    var condition = pthread_cond_t()
    var count: UInt64 = 0
    var sleepers = 0
  }

  /// Where the state is until `deinit`; nobody looks at it without its mutex.
  private let address: UInt

  init() {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_mutex_init(&state.pointee.mutex, nil)
    unsafe pthread_cond_init(&state.pointee.condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    address = UInt(bitPattern: state)
  }

  deinit {
    guard let state = unsafe UnsafeMutablePointer<State>(bitPattern: address) else { return }
    unsafe pthread_cond_destroy(&state.pointee.condition)
    unsafe pthread_mutex_destroy(&state.pointee.mutex)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// How often it was raised.
  var count: UInt64 {
    unsafe locked { state in unsafe state.pointee.count } ?? 0
  }

  /// Wakes all who sleep, or one of them where it does not matter which.
  func raise(wakingOne: Bool = false) {
    unsafe locked { state in
      unsafe state.pointee.count &+= 1
      guard unsafe state.pointee.sleepers > 0 else { return }
      if wakingOne {
        unsafe pthread_cond_signal(&state.pointee.condition)
      } else {
        unsafe pthread_cond_broadcast(&state.pointee.condition)
      }
    }
  }

  /// Sleeps while it was raised no more often; may also return for no reason.
  ///
  /// - Parameter limit: how long at most, or nil for ever.
  func sleep(after count: UInt64, atMost limit: Duration?) {
    unsafe locked { state in
      guard unsafe state.pointee.count == count else { return }
      unsafe state.pointee.sleepers += 1
      defer { unsafe state.pointee.sleepers -= 1 }
      guard let limit else {
        unsafe pthread_cond_wait(&state.pointee.condition, &state.pointee.mutex)
        return
      }
      var end = Self.instant(after: limit)
      unsafe pthread_cond_timedwait(&state.pointee.condition, &state.pointee.mutex, &end)
    }
  }

  @discardableResult
  private func locked<Result>(_ body: (UnsafeMutablePointer<State>) -> Result) -> Result? {
    guard let state = unsafe UnsafeMutablePointer<State>(bitPattern: address) else { return nil }
    unsafe pthread_mutex_lock(&state.pointee.mutex)
    defer { unsafe pthread_mutex_unlock(&state.pointee.mutex) }
    return unsafe body(state)
  }

  private static func instant(after limit: Duration) -> timespec {
    var instant = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &instant)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = instant.tv_nsec + Int(attoseconds / 1_000_000_000)
    instant.tv_sec += Int(min(seconds, 86_400)) + nanoseconds / 1_000_000_000
    instant.tv_nsec = nanoseconds % 1_000_000_000
    return instant
  }
}
