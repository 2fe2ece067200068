import KeywayHTTP
import Synchronization

/// Slows down who shows tokens or codes that do not hold, by address. Who shows one that holds is
/// not kept waiting by others at the same address.
final class FailedAuthentication: Sendable {
  private struct Failures: Sendable {
    var count: Int
    let since: Duration
  }

  /// So many in a minute are answered as what they are.
  private static let limit = 20
  private static let period = Duration.seconds(60)
  /// Addresses beyond share one count.
  private static let addresses = 4_096

  private let failures = Mutex<[String: Failures]>([:])
  private let uptime: @Sendable () -> Duration

  init(uptime: @escaping @Sendable () -> Duration) {
    self.uptime = uptime
  }

  /// Counts a failure, and says what it is answered with: the problem itself, or 429.
  func answer(_ problem: Problem, to client: HTTPClient) -> Problem {
    let now = uptime()
    let wait = failures.withLock { failures -> Duration? in
      var address = Self.network(of: client.address)
      if failures[address] == nil, failures.count >= Self.addresses {
        failures = failures.filter { now - $0.value.since < Self.period }
        if failures.count >= Self.addresses { address = "" }
      }
      var entry = failures[address] ?? Failures(count: 0, since: now)
      if now - entry.since >= Self.period { entry = Failures(count: 0, since: now) }
      entry.count += 1
      failures[address] = entry
      return entry.count > Self.limit ? Self.period - (now - entry.since) : nil
    }
    guard let wait else { return problem }
    return Problem(
      429, "throttled", "too many tokens or codes from this address did not hold",
      retryAfter: max(1, wait.components.seconds + 1))
  }

  /// One who has an IPv6 address has the 2^64 of its network.
  private static func network(of address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: ":")) else { return address }
    let groups = address.split(separator: ":", omittingEmptySubsequences: false)
    return groups.prefix(4).joined(separator: ":")
  }
}
