import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore
import Synchronization

/// The unlock service on one database, with a clock that is set and randomness that repeats.
final class TapHouse: Sendable {
  let store: any Store
  let unlocking: UnlockService
  private let clock: Clock

  private final class Clock: Sendable {
    let now = Atomic<Int64>(TapSite.start)
    let generator: Mutex<BenchmarkGenerator>

    init(seed: UInt64) {
      generator = Mutex(BenchmarkGenerator(seed: seed))
    }

    func idBytes() -> [UInt8] { generator.withLock { $0.idBytes() } }
  }

  init(path: String, seed: UInt64) throws {
    let clock = Clock(seed: seed)
    self.clock = clock
    store = try SQLiteStore(
      path: path, now: Timestamp(milliseconds: TapSite.start),
      random: { count in [UInt8](repeating: 5, count: count) })
    let environment = ServiceEnvironment(
      store: store, now: { Timestamp(milliseconds: clock.now.load(ordering: .relaxed)) },
      random: { _ in clock.idBytes() }, zones: TimeZones(version: "none") { _ in nil })
    unlocking = UnlockService(
      environment: environment, settings: SettingsCache(), owners: SoleOwner())
  }

  func setTime(_ milliseconds: Int64) {
    clock.now.store(milliseconds, ordering: .relaxed)
  }
}
