import Glibc
import KeywayCore

/// The C library's idea of one zone, by the process's `TZ`: for one test at a time.
struct LibraryZone {
  init(_ name: String) {
    setenv("TZ", ":\(name)", 1)
    tzset()
  }

  func reset() {
    unsetenv("TZ")
    tzset()
  }

  func local(_ second: Int) -> tm {
    var time = time_t(second)
    var local = tm()
    localtime_r(&time, &local)
    return local
  }

  func offset(_ second: Int) -> TimeZoneOffset {
    let local = local(second)
    return TimeZoneOffset(seconds: local.tm_gmtoff, isDaylight: local.tm_isdst > 0)
  }
}
