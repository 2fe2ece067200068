import Glibc
import KeywayCommands
import KeywayMQTT
import KeywayWebhook

/// The operator's program with the lock drivers that are left out of it so that it starts fast. It
/// runs in that one's place where a door needs them.
@main
struct Keywayd {
  static func main() {
    let equipment = LockEquipment(
      drivers: { clocks in
        [
          "mqtt": MQTTLock(now: clocks.now, uptime: clocks.uptime),
          "webhook": WebhookLock(now: clocks.now, uptime: clocks.uptime),
        ]
      },
      simulations: { clocks in ["mqtt": MQTTSimulation(clocks: clocks)] })
    exit(Program.run(equipment: equipment))
  }
}
