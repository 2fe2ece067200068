internal import Glibc

/// Time that passes evenly, to some milliseconds; reading it costs next to nothing.
enum CoarseClock {
  /// In milliseconds.
  static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Blocks for that time.
  static func sleep(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }
}

extension Duration {
  /// Rounded up; a century at the most.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let century: Int64 = 3_155_760_000
    guard seconds < century else { return century * 1000 }
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
