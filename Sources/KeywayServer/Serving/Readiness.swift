internal import Glibc
import KeywayCore
import KeywayService
import KeywayStore

/// Whether the service can do what it is for, looked at anew at most once a second.
final class Readiness: Sendable {
  /// What was found, in words; nil where all is well.
  struct Finding: Sendable {
    let checks: [(name: String, problem: String?)]

    var isReady: Bool { checks.allSatisfy { $0.problem == nil } }
  }

  /// Under so many free bytes the next backlog may not fit.
  private static let room: UInt64 = 64 << 20
  private static let age = Duration.seconds(1)

  private let services: ServerServices
  private let folder: String
  private let last = Monitor<(finding: Finding, at: Duration)?>(nil)
  private let isStopping = Monitor(false)

  /// - Parameter folder: the one that the database is in.
  init(services: ServerServices, folder: String) {
    self.services = services
    self.folder = folder
  }

  /// From now on no new work is wanted.
  func stop() { isStopping.change { $0 = true } }

  /// Blocks.
  func look() -> Finding {
    let now = services.environment.uptime()
    if let last = last.look({ $0 }), now - last.at < Self.age, !isStopping.look({ $0 }) {
      return last.finding
    }
    let finding = Finding(checks: [
      ("accepting", isStopping.look { $0 } ? "the service stops" : nil),
      ("writing", writing()), ("space", space()), ("drivers", drivers()),
    ])
    last.change { $0 = (finding, now) }
    return finding
  }

  private func writing() -> String? {
    do {
      // Takes the lock and the transaction that every tap takes, and writes nothing.
      _ = try services.environment.store.write { transaction in try transaction.logSize() }
      return nil
    } catch {
      return "the database cannot be written"
    }
  }

  private func space() -> String? {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return "the disk cannot be looked at" }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    return free < Self.room ? "the disk has less than 64 MiB left" : nil
  }

  /// Whether every door's lock has a driver here.
  private func drivers() -> String? {
    let missing = try? services.environment.store.read { reader in
      var missing: Set<String> = []
      try reader.forEachDoor { record in
        guard let driver = record.door.lock?.text("driver") else { return }
        if !services.drivers.contains(driver) { missing.insert(driver) }
      }
      return missing.sorted()
    }
    guard let missing else { return "the doors cannot be read" }
    return missing.isEmpty ? nil : "there is no driver '\(missing.joined(separator: "', '"))'"
  }
}
