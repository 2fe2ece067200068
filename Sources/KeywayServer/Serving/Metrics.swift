package import KeywayCore
import KeywayHTTP
import KeywayService
import Synchronization

/// What the service has done since it started, in OpenMetrics.
package final class Metrics: Sendable {
  /// How many there were of each, and how long they took.
  private struct Histogram: Sendable {
    static let bounds: [Int64] = [
      250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
    ]
    var counts = [Int64](repeating: 0, count: bounds.count + 1)
    var sum: Int64 = 0

    mutating func add(_ microseconds: Int64) {
      let place = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
      counts[place] += 1
      sum += microseconds
    }
  }

  private struct Counts: Sendable {
    var requests: [String: Int64] = [:]
    var durations = Histogram()
    var decisions: [String: Int64] = [:]
    var commits = Histogram()
    var commands: [String: Int64] = [:]
    var committed: Int64 = 0
  }

  private let counts = Mutex(Counts())

  package init() {}

  /// Notes a command that has ended.
  package func note(_ command: LockCommand) {
    counts.withLock { $0.commands[command.state.rawValue, default: 0] += 1 }
  }

  func note(route: Route?, status: Int, duration: Duration) {
    let name = "route=\"\(route?.pattern.description ?? "")\",status=\"\(status)\""
    counts.withLock { counts in
      counts.requests[name, default: 0] += 1
      counts.durations.add(duration.microseconds)
    }
  }

  /// Notes the decisions of one commit.
  func note(_ answers: [TapAnswer], duration: Duration) {
    counts.withLock { counts in
      counts.commits.add(duration.microseconds)
      counts.committed += Int64(answers.count)
      for answer in answers {
        var reason = ""
        if case .denied(let refusal) = answer.decision { reason = refusal.reason.rawValue }
        let name =
          answer.repeated != nil
          ? "outcome=\"repeat\",reason=\"\""
          : "outcome=\"\(answer.decision.outcome)\",reason=\"\(reason)\""
        counts.decisions[name, default: 0] += 1
      }
    }
  }

  /// - Parameter gauges: what stands now, by name.
  func text(gauges: [(name: String, help: String, value: Int64)]) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func family(_ name: String, _ type: String, _ help: String) {
      text += "# TYPE \(name) \(type)\n# HELP \(name) \(help)\n"
    }
    family("keyway_requests", "counter", "Answered requests.")
    for (labels, value) in counts.requests.sorted(by: { $0.key < $1.key }) {
      text += "keyway_requests_total{\(labels)} \(value)\n"
    }
    family("keyway_request_duration_seconds", "histogram", "From the whole request to its answer.")
    text += Self.lines("keyway_request_duration_seconds", counts.durations)
    family("keyway_decisions", "counter", "Decided taps; a repeat is given its first one's answer.")
    for (labels, value) in counts.decisions.sorted(by: { $0.key < $1.key }) {
      text += "keyway_decisions_total{\(labels)} \(value)\n"
    }
    family("keyway_commit_duration_seconds", "histogram", "What decides taps and makes it durable.")
    text += Self.lines("keyway_commit_duration_seconds", counts.commits)
    family("keyway_committed_taps", "counter", "Taps that shared these commits.")
    text += "keyway_committed_taps_total \(counts.committed)\n"
    family("keyway_commands", "counter", "Commands by what became of them.")
    for (state, value) in counts.commands.sorted(by: { $0.key < $1.key }) {
      text += "keyway_commands_total{state=\"\(state)\"} \(value)\n"
    }
    for gauge in gauges {
      family(gauge.name, "gauge", gauge.help)
      text += "\(gauge.name) \(gauge.value)\n"
    }
    return text + "# EOF\n"
  }

  private static func lines(_ name: String, _ histogram: Histogram) -> String {
    var text = ""
    var sum: Int64 = 0
    for (bound, count) in zip(Histogram.bounds, histogram.counts) {
      sum += count
      text += "\(name)_bucket{le=\"\(seconds(bound))\"} \(sum)\n"
    }
    sum += histogram.counts[Histogram.bounds.count]
    text += "\(name)_bucket{le=\"+Inf\"} \(sum)\n\(name)_count \(sum)\n"
    return text + "\(name)_sum \(seconds(histogram.sum))\n"
  }

  private static func seconds(_ microseconds: Int64) -> String {
    let rest = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - rest.utf8.count)
      + rest
  }
}
