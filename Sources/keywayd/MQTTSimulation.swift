import KeywayCommands
import KeywayCore
import KeywayMQTT

/// Plays a lock behind a broker.
struct MQTTSimulation: LockSimulation {
  let clocks: Equipment.Clocks

  func play(
    _ settings: JSONObject, as behaviour: SimulatedBehaviour, delay: Duration,
    while isWanted: () -> Bool, ready: () -> Void,
    told: @escaping @Sendable (LockCommand.Verb) -> Void
  ) throws(LockSettingsError) {
    var script = MQTTLockScript()
    script.delay = delay
    script.behaviour =
      switch behaviour {
      case .obeys: .obeys
      case .silent: .silent
      case .refuses: .refuses
      case .jams: .jams
      case .previous: .previous
      }
    let lock = MQTTLockSimulator(
      try MQTTLockSettings(settings), script: script, now: clocks.now, uptime: clocks.uptime
    ) { entry in told(entry.verb) }
    lock.run(while: isWanted, ready: ready)
  }
}
