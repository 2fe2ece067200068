package import KeywayCore
package import KeywayFormats
import KeywayLocks
package import KeywayService

/// What needs libraries that take time to load: lock drivers, and what draws QR codes. The operator's
/// program has the simulator's driver alone, so that it starts fast; `keywayd`, beside it, has all.
package struct Equipment: Sendable {
  /// By the name that a door's `lock` has as `driver`.
  package let drivers: [String: any LockDriver]
  /// Those that can play a lock's part, by the same names.
  package let simulations: [String: any LockSimulation]
  /// Draws QR codes; nil when another program does.
  package let codes: (any QREncoder)?
  /// Serves over HTTP; nil when another program does.
  package let host: (any ServiceHost)?
  /// Whether there is no program that has more.
  package let isWhole: Bool

  /// What drivers go by.
  package struct Clocks: Sendable {
    package let now: @Sendable () -> Timestamp
    /// A clock that nobody can set.
    package let uptime: @Sendable () -> Duration
  }

  /// What every program has.
  package static let simulator = Equipment(drivers: { _ in [:] }, isWhole: false)

  /// - Parameter drivers: those beside the simulator.
  package init(
    drivers: (Clocks) -> [String: any LockDriver],
    simulations: (Clocks) -> [String: any LockSimulation] = { _ in [:] },
    codes: (any QREncoder)? = nil, host: (any ServiceHost)? = nil, isWhole: Bool = true
  ) {
    let clocks = Clocks(now: { SystemClock.now() }, uptime: { SystemClock.uptime() })
    let simulator = SimulatorLock(
      sink: { Self.say($0) }, now: clocks.now, uptime: clocks.uptime)
    self.drivers = drivers(clocks).merging(["simulator": simulator]) { own, _ in own }
    self.simulations = simulations(clocks)
    self.codes = codes
    self.host = host
    self.isWhole = isWhole
  }

  /// A lock's words, which nothing may wait or fail for.
  static func say(_ line: String) {
    let messages = ByteWriter.standardError()
    try? messages.write(SafeText.escaped(line) + "\n")
    try? messages.flush()
  }
}
