internal import Glibc

/// A point on the monotonic clock until which somebody waits.
struct Deadline: Sendable {
  private let nanoseconds: Int64

  /// The point so many milliseconds from now.
  init(milliseconds: Int) {
    nanoseconds = Self.now() + Int64(milliseconds) * 1_000_000
  }

  /// Whether the point has been reached.
  var hasPassed: Bool { Self.now() >= nanoseconds }

  /// Blocks the thread for the microseconds, or until the point if that is sooner.
  func sleep(microseconds: Int64) {
    let duration = min(microseconds * 1000, nanoseconds - Self.now())
    guard duration > 0 else { return }
    var time = timespec(
      tv_sec: Int(duration / 1_000_000_000), tv_nsec: Int(duration % 1_000_000_000))
    // A signal may end the sleep early, which only makes the next try come sooner.
    _ = unsafe nanosleep(&time, nil)
  }

  private static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
