package import KeywayCore
package import KeywayService

/// Locks behind an MQTT broker: the driver `mqtt`.
///
/// Every command has a connection of its own, which hears the lock's reports before the command
/// goes out and ends with the answer. Whatever fails before that is certain never to have reached
/// the lock.
package struct MQTTLock: LockDriver {
  private let now: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration

  /// - Parameter uptime: a clock that nobody can set.
  package init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration
  ) {
    self.now = now
    self.uptime = uptime
  }

  package func verbs(settings: JSONObject) -> Set<LockCommand.Verb> {
    (try? MQTTLockSettings(settings).dialect.verbs) ?? []
  }

  package func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse {
    let deadline = uptime() + limit
    var exchange = MQTTExchange(telling: command.verb)
    do throws(MQTTFailure) {
      guard let lock = try? MQTTLockSettings(settings),
        let payload = lock.dialect.payload(for: command.verb)
      else { throw .badSettings }
      let line = try MQTTLine(to: lock, by: deadline, now: now, uptime: uptime)
      for report in line.takeReports() {
        exchange.take(report.observation, isRetained: report.isRetained)
      }
      exchange.tell()
      let packet = try line.tell(payload, command)
      listen(on: line, for: packet, &exchange)
    } catch {
      return LockResponse(.neverReached(detail: error.detail), observations: exchange.observations)
    }
    return LockResponse(exchange.lastReport, observations: exchange.observations)
  }

  /// Takes in what comes until the outcome is known, the deadline passes or the line breaks.
  private func listen(on line: MQTTLine, for packet: Int32, _ exchange: inout MQTTExchange) {
    while true {
      let step = line.step()
      if let reason = line.receipt(of: packet) { exchange.take(receipt: reason) }
      for report in line.takeReports() {
        exchange.take(report.observation, isRetained: report.isRetained)
      }
      if exchange.report != nil { return line.close() }
      if step != .progress { return }
    }
  }

  package func look(at door: Door.ID, settings: JSONObject, within limit: Duration) -> LockLook {
    let deadline = uptime() + limit
    do throws(MQTTFailure) {
      guard let lock = try? MQTTLockSettings(settings) else { throw .badSettings }
      let line = try MQTTLine(to: lock, by: deadline, now: now, uptime: uptime)
      return .observed(try line.ask())
    } catch {
      return .unanswered(detail: error.detail)
    }
  }
}
