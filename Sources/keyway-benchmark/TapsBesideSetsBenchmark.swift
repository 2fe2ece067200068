import CBenchmark
import Glibc
import KeywayCore
import KeywayService
import KeywayStore
import Synchronization

/// Durable taps, one every few milliseconds, while nothing else happens and while the sets of all
/// phones are made on connections of their own, as by another process.
struct TapsBesideSetsBenchmark {
  private static let pause: UInt32 = 2_000

  let report: BenchmarkReport
  let site: SetSite

  func run() throws {
    var rounds: [[UInt64]] = []
    var busy: [[UInt64]] = []
    for _ in 0..<report.options.rounds {
      let (path, output) = (try site.copy("keyway"), site.path("keyway-out"))
      defer {
        unsafe benchmark_remove(path)
        unsafe benchmark_remove(output)
      }
      let taps = Taps(house: try TapHouse(path: path, seed: 18), devices: site.devices)
      rounds.append(try taps.idle(report.options.isQuick ? 300 : 2_000))
      busy.append(try taps.during { _ = try SetBenchmark.generate(path, output) })
    }
    report.note("below: taps while sets are made beside taps while nothing else happens")
    for (name, percent) in [("p50", 50), ("p99", 99)] {
      report.add(
        "taps-sets \(name)",
        zip(busy, rounds).map { busy, idle in
          .init(
            keyway: Double(busy[busy.count * percent / 100]),
            bare: Double(idle[idle.count * percent / 100]))
        }, isJudged: false)
    }
    report.note("\(busy.map(\.count).reduce(0, +)) taps while sets were made")
  }

  private final class Taps: Sendable {
    private let house: TapHouse
    private let devices: Int
    private let count = Atomic<Int>(0)

    init(house: TapHouse, devices: Int) {
      self.house = house
      self.devices = devices
    }

    /// What so many took, ascending, in nanoseconds.
    func idle(_ count: Int) throws -> [UInt64] {
      try (0..<count).map { _ in try one() }.sorted()
    }

    /// What those took that fell into the work, ascending.
    func during(_ work: @escaping @Sendable () throws -> Void) throws -> [UInt64] {
      let worker = Worker(work)
      let thread = worker.start()
      var taken: [UInt64] = []
      while !worker.isDone.load(ordering: .acquiring) { taken.append(try one()) }
      pthread_join(thread, nil)
      if let failure = worker.failure.withLock({ $0 }) { throw BenchmarkError(failure) }
      return taken.sorted()
    }

    private func one() throws -> UInt64 {
      let number = count.wrappingAdd(1, ordering: .relaxed).newValue
      let now = TapSite.start + 1_000 + Int64(number) * 5
      house.setTime(now)
      let phone = number * 7_919 % devices
      let device = SetSite.device(phone).text
      let tap = TapRequest(
        tap: TapIdentity(sender: "device:\(device)", id: "tap-\(number)"), device: device,
        payload: .item(type: SetSite.key(phone * 4).text, userInfo: .empty),
        channel: .scenePerformAction, tappedAt: Timestamp(milliseconds: now))
      usleep(TapsBesideSetsBenchmark.pause)
      let start = benchmark_wall()
      let answers = try house.unlocking.decide([tap])
      let taken = benchmark_wall() - start
      guard answers.first?.decision == .granted else {
        throw BenchmarkError("taps-sets: a tap was refused")
      }
      if number % 64 == 0 { house.store.maintain() }
      return taken
    }
  }

  /// Work on a thread of its own.
  private final class Worker: Sendable {
    let isDone = Atomic<Bool>(false)
    let failure = Mutex<String?>(nil)
    private let work: @Sendable () throws -> Void

    init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }

    func start() -> pthread_t {
      var thread = pthread_t()
      let context = unsafe Unmanaged.passRetained(self).toOpaque()
      unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<Worker>.fromOpaque(context).takeRetainedValue().run()
          }
          return nil
        }, context)
      return thread
    }

    private func run() {
      do {
        try work()
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
      isDone.store(true, ordering: .releasing)
    }
  }
}
