import Glibc
import KeywayCommands
import KeywayMQTT
import KeywayQR
import KeywayWebhook

/// The operator's program with what is left out of it so that it starts fast: lock drivers, and what
/// draws QR codes. It runs in that one's place where a command needs them.
@main
struct Keywayd {
  static func main() {
    let equipment = Equipment(
      drivers: { clocks in
        [
          "mqtt": MQTTLock(now: clocks.now, uptime: clocks.uptime),
          "webhook": WebhookLock(now: clocks.now, uptime: clocks.uptime),
        ]
      },
      simulations: { clocks in ["mqtt": MQTTSimulation(clocks: clocks)] },
      codes: QRLibrary(), host: HTTPHost())
    exit(Program.run(equipment: equipment))
  }
}
