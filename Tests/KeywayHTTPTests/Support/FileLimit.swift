import Glibc
import Testing

/// How many files the process may have open.
enum FileLimit {
  static func raise(to count: UInt) throws {
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    guard limit.rlim_cur < count else { return }
    limit.rlim_cur = count
    try #require(limit.rlim_max >= count)
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  }
}
