import KeywayLocks
package import KeywayService

/// The lock drivers that a program has. The operator's program has the simulator's alone, so that it
/// starts fast; `keywayd`, beside it, has all.
package struct LockEquipment: Sendable {
  /// By the name that a door's `lock` has as `driver`.
  package let drivers: [String: any LockDriver]
  /// Whether there is no program that has more.
  package let isWhole: Bool

  /// What every program has.
  package static let simulator = LockEquipment([:], isWhole: false)

  /// - Parameter drivers: those beside the simulator.
  package init(_ drivers: [String: any LockDriver], isWhole: Bool = true) {
    let simulator = SimulatorLock(
      sink: { Self.say($0) }, now: { SystemClock.now() }, uptime: { SystemClock.uptime() })
    self.drivers = drivers.merging(["simulator": simulator]) { own, _ in own }
    self.isWhole = isWhole
  }

  /// A lock's words, which nothing may wait or fail for.
  private static func say(_ line: String) {
    let messages = ByteWriter.standardError()
    try? messages.write(SafeText.escaped(line) + "\n")
    try? messages.flush()
  }
}
