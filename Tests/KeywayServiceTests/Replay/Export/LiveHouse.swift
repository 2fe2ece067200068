import KeywayCore
import KeywaySQLite
import KeywayStore
import Synchronization

@testable import KeywayService

/// A house in which taps come, locks answer late or never and processes die, at random.
final class LiveHouse {
  struct Decided {
    let request: TapRequest
    let answer: TapAnswer
    let at: Timestamp
    /// Whether it made an entry: neither repeats do, nor what opens a screen, nor a conflict that
    /// comes again.
    let isLogged: Bool
  }

  private struct Conflict: Hashable {
    let tap: TapIdentity
    let payload: TapPayload
    let isConfirmed: Bool
  }

  let house: TestHouse
  /// The registry before the first tap.
  let before: any Store
  /// Every tap that was answered, in order.
  private(set) var decided: [Decided] = []
  private let owners: Generations
  private var random: SeededGenerator
  private var taps = RandomTaps()
  private var conflicts: Set<Conflict> = []
  private var undispatched: [LockCommand.ID] = []
  private var sent: [CommandDispatcher.Sending] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    owners = Generations()
    house = try TestHouse(seed: seed, owners: owners, zones: .machine)
    try RandomRegistry.make(in: house, using: &random)
    before = try SQLiteStore(path: ":memory:", now: house.now) { [UInt8](repeating: 3, count: $0) }
    try RegistryCopy().copy(from: house.store, to: before)
  }

  /// Lets that many things happen, each at an instant of its own.
  func live(_ count: Int) throws {
    for _ in 0..<count {
      let isLong = Int.random(in: 0..<10, using: &random) == 0
      house.advance(by: Int64.random(in: 1...(isLong ? 15_000 : 900), using: &random))
      switch Int.random(in: 0..<50, using: &random) {
      case 0..<26: try decide()
      case 26..<37: try prepare()
      case 37..<48: try answer()
      case 48: die()
      default: house.advance(by: 10_000_000)
      }
    }
  }

  private func decide() throws {
    let requests = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      taps.next(now: house.now, using: &random)
    }
    for (request, answer) in zip(requests, try house.unlocking.decide(requests)) {
      decided.append(
        Decided(
          request: request, answer: answer, at: house.now, isLogged: isLogged(request, answer)))
      if answer.joining == .new, answer.repeated == nil, let command = answer.command {
        undispatched.append(command)
      }
    }
  }

  private func isLogged(_ request: TapRequest, _ answer: TapAnswer) -> Bool {
    if answer.repeated != nil || answer.decision == .opened { return false }
    guard answer.decision == .denied(Refusal(.tapConflict)) else { return true }
    let conflict = Conflict(
      tap: request.tap, payload: request.payload, isConfirmed: request.isConfirmed)
    return conflicts.insert(conflict).inserted
  }

  private var dispatcher: CommandDispatcher {
    CommandDispatcher(environment: house.environment, drivers: [:])
  }

  private func prepare() throws {
    guard let index = undispatched.indices.randomElement(using: &random) else { return }
    let command = undispatched.remove(at: index)
    guard let sending = try dispatcher.prepare(command), sending.lock != nil else { return }
    sent.append(sending)
  }

  private func answer() throws {
    guard let index = sent.indices.randomElement(using: &random) else { return }
    let reports: [LockReport] = [
      .acknowledged, .acknowledged, .failed(detail: "jammed"), .unconfirmed,
      .neverReached(detail: "lock_offline"), .neverReached(detail: "no_driver"),
    ]
    guard let report = reports.randomElement(using: &random) else { return }
    _ = try dispatcher.close(sent.remove(at: index), LockResponse(report))
  }

  /// The process ends with all its commands, and another one begins.
  private func die() {
    undispatched = []
    sent = []
    owners.next()
  }

  /// Owners of commands of which only the last one lives.
  private final class Generations: CommandOwners {
    private let number = Atomic<Int>(0)

    var own: String { "o\(number.load(ordering: .relaxed))" }

    func isAlive(_ owner: String) -> Bool { owner == own }

    func next() { number.wrappingAdd(1, ordering: .relaxed) }
  }
}
