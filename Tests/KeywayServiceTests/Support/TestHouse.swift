import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore
import Synchronization

/// A store in memory with a clock that stands still and randomness that repeats, and the services
/// on it.
final class TestHouse: Sendable {
  private let box: Box
  let store: any Store
  let environment: ServiceEnvironment
  let unlocking: UnlockService

  /// - Parameters:
  ///   - path: where the database is; the same path opens the same database again.
  ///   - isThrottled: whether the rates are those of a new store, rather than off.
  init(
    path: String = ":memory:", now: Timestamp = .morning, seed: UInt64 = 1,
    owners: any CommandOwners = SoleOwner(), zones: TimeZones = .none,
    isThrottled: Bool = false
  ) throws {
    let box = Box(now: now, seed: seed)
    self.box = box
    store = try SQLiteStore(path: path, now: now, random: { box.bytes($0) })
    environment = ServiceEnvironment(
      store: store, now: { box.now.withLock { $0 } },
      uptime: { .milliseconds(box.uptime.withLock { $0 }) }, random: { box.bytes($0) },
      zones: zones)
    unlocking = UnlockService(
      environment: environment, settings: SettingsCache(), owners: owners)
    guard !isThrottled else { return }
    try store.write { tx in
      for rate in [Setting.tapDeviceRate, .tapDoorRate]
      where try tx.settings()[rate.rawValue] == nil {
        try tx.setSetting(rate.rawValue, to: "0")
      }
    }
  }

  private final class Box: Sendable {
    let now: Mutex<Timestamp>
    /// In milliseconds.
    let uptime: Mutex<Int64>
    let generator: Mutex<SeededGenerator>

    init(now: Timestamp, seed: UInt64) {
      self.now = Mutex(now)
      uptime = Mutex(now.milliseconds)
      generator = Mutex(SeededGenerator(seed: seed))
    }

    func bytes(_ count: Int) -> [UInt8] {
      generator.withLock { generator in
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      }
    }
  }

  /// Lets time pass, in milliseconds.
  func advance(by milliseconds: Int64) {
    setClock(by: milliseconds)
    box.uptime.withLock { $0 += milliseconds }
  }

  /// Sets the wall clock forward, or back, without time passing.
  func setClock(by milliseconds: Int64) {
    box.now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
  }

  var now: Timestamp { environment.now() }
}

/// xorshift64*, for tests that have to repeat.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

extension Timestamp {
  /// 2026-03-02T08:00:00Z.
  static let morning = Timestamp(milliseconds: 1_772_438_400_000)
}

extension TimeZones {
  /// A machine without a tz database.
  static let none = TimeZones(version: "none") { _ in nil }
}
