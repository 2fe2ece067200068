import Foundation
import Glibc

/// A process of the program that is started at one moment and killed at another, unless it has
/// ended by then.
struct Victim: Sendable {
  let arguments: [String]
  /// In seconds after the first moment.
  let start: Double
  let kill: Double
}

extension Keyway {
  /// Starts and kills all of them at their moments; gives how each ended.
  func run(_ victims: [Victim]) throws -> [Run] {
    let first = Date()
    var processes = [RunningProcess?](repeating: nil, count: victims.count)
    var runs = [Run?](repeating: nil, count: victims.count)
    while runs.contains(where: { $0 == nil }) {
      let now = Date().timeIntervalSince(first)
      for (index, victim) in victims.enumerated() where runs[index] == nil && victim.start <= now {
        let process = try processes[index] ?? start(victim.arguments)
        processes[index] = process
        if victim.kill <= now { process.kill() }
        runs[index] = try process.poll()
      }
      usleep(200)
    }
    return runs.compactMap { $0 }
  }
}
