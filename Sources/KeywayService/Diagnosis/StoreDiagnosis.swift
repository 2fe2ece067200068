import KeywayCore
import KeywayStore

/// Looks at a store for what is wrong with it or with what it stands on. Only reads.
package struct StoreDiagnosis: Sendable {
  private let environment: ServiceEnvironment
  private let isAlive: @Sendable (String) -> Bool

  /// - Parameter isAlive: whether an owner of commands may still send them.
  package init(
    environment: ServiceEnvironment, isAlive: @escaping @Sendable (String) -> Bool
  ) {
    self.environment = environment
    self.isAlive = isAlive
  }

  /// Of each check what is wrong, or that nothing is. A check that the store fails in is a problem
  /// itself. Blocks, and reads the whole store.
  package func findings() -> [Finding] {
    findings(.integrity, integrity) + findings(.log, log) + findings(.settings, settings)
      + findings(.zones, zones) + findings(.commands, commands)
  }

  private func findings(_ check: Finding.Check, _ look: () throws -> [Finding]) -> [Finding] {
    do {
      return try look()
    } catch let error as StoreError {
      return [Finding(check, .problem, error.message)]
    } catch {
      return [Finding(check, .problem, "\(error)")]
    }
  }

  private func integrity() throws -> [Finding] {
    let (damage, _) = try environment.store.read { reader in
      (try reader.damage(), try reader.installation())
    }
    return damage.map { Finding(.integrity, .problem, "\($0); restore a backup") }
      .orOK(.integrity, "the engine finds the database sound")
  }

  private func log() throws -> [Finding] {
    switch try AuditService(environment: environment).verifyHead() {
    case .holds(let entries, _):
      let words = counted(Int(entries), "entry", "entries")
      return [Finding(.log, .ok, "the log has \(words), and its end holds")]
    case .failed(let sequence, let what):
      return [
        Finding(
          .log, .problem, of: "\(sequence)", "the log does not hold: \(what); run 'audit verify'")
      ]
    }
  }

  private func settings() throws -> [Finding] {
    let stored = try environment.store.read { reader in try reader.settings() }
    var found: [Finding] = []
    for setting in Setting.allCases {
      guard let value = stored[setting.rawValue] else { continue }
      if let finding = finding(reading: [setting.rawValue: value], as: setting.rawValue) {
        found.append(finding)
      }
    }
    // Values that are right one by one may not go together.
    if found.isEmpty { found = [finding(reading: stored, as: nil)].compactMap { $0 } }
    return found.orOK(.settings, "all settings can be read")
  }

  private func finding(reading stored: [String: String], as name: String?) -> Finding? {
    do throws(SettingError) {
      _ = try ServiceSettings(stored)
      return nil
    } catch {
      let name = name ?? error.name
      return Finding(
        .settings, .problem, of: name,
        "the setting '\(name)' cannot be used, and no tap is decided: \(error.message); "
          + "see 'config set' and 'config unset'")
    }
  }

  private func zones() throws -> [Finding] {
    let diagnosis = ZoneDiagnosis(zones: environment.zones, now: environment.now())
    return try environment.store.read { reader in try diagnosis.findings(in: reader) }
  }

  private func commands() throws -> [Finding] {
    let inFlight = try environment.store.read { reader in try reader.commandsInFlight() }
    return inFlight.filter { !isAlive($0.owner) }.map { command in
      let fate =
        command.state == .pending ? "it will never be sent" : "its lock's answer is never heard"
      return Finding(
        .commands, .warning, of: command.id.text,
        "the command is \(command.state.rawValue) on the door '\(command.door)' and its process "
          + "has died: \(fate); the next tap on the door closes it")
    }.orOK(.commands, "no command in flight is without its process")
  }
}
