import CBenchmark
import KeywayCore

/// From the facts to the decision.
struct DecisionBenchmark {
  private static let now = Timestamp(milliseconds: 1_772_438_400_000)

  let report: BenchmarkReport

  func run() throws {
    var generator = BenchmarkGenerator(seed: 12)
    let facts = (0..<1_024).map { _ in Self.facts(&generator) }
    let bare = facts.map(Self.bare)
    for (facts, bare) in zip(facts, bare) {
      var bare = bare
      let answer = unsafe benchmark_decide(&bare, Self.now.milliseconds)
      guard Int(answer) == Self.place(AccessPolicy.decide(facts, at: Self.now)) else {
        throw BenchmarkError("decision: C answers \(answer) to \(facts)")
      }
    }
    let times = report.options.isQuick ? 1_000 : 10_000
    let allocations = benchmark_allocations()
    let expected = Self.decideAll(facts, times: 1)
    let allocated = benchmark_allocations() - allocations
    var sums: [UInt64] = []
    report.pair("decision", operations: times * facts.count) {
      sums.append(Self.decideAll(facts, times: times) / UInt64(times))
    } bare: {
      sums.append(
        unsafe benchmark_decide_all(bare, bare.count, times, Self.now.milliseconds) / UInt64(times))
    }
    guard sums.allSatisfy({ $0 == expected }) else { throw BenchmarkError("decision: sums differ") }
    report.note("\(allocated) allocations in \(facts.count) decisions")
  }

  @inline(never)
  private static func decideAll(_ facts: [AccessFacts], times: Int) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<times {
      for index in facts.indices {
        sum &+= UInt64(place(AccessPolicy.decide(facts[index], at: now)))
      }
    }
    return sum
  }

  static func place(_ decision: Decision) -> Int {
    switch decision {
    case .granted: 0
    case .opened: 1
    case .denied(let refusal): 2 + Int(unsafe unsafeBitCast(refusal.reason, to: UInt8.self))
    }
  }

  /// Most taps are good, as in life.
  static func facts(_ generator: inout BenchmarkGenerator) -> AccessFacts {
    var facts = AccessFacts()
    func rarely() -> Bool { generator.below(40) == 0 }
    facts.target = .key
    facts.phone = .known
    facts.age = Int64(generator.below(20_000)) + (rarely() ? 20_000 : 0)
    facts.isConflict = rarely()
    if rarely() { facts.rejection = .extraSegment }
    if rarely() { facts.target = .unknown }
    if rarely() { facts.target = .action }
    if rarely() { facts.phone = .unknown }
    facts.isDeviceThrottled = rarely()
    facts.isHolderRight = !rarely()
    if rarely() { facts.keyState = .suspended }
    facts.isDeviceSuspended = rarely()
    if generator.below(2) == 0 {
      facts.validFrom = Timestamp(milliseconds: now.milliseconds + (rarely() ? 1 : -1))
      facts.validUntil = Timestamp(milliseconds: now.milliseconds + (rarely() ? 0 : 1))
    }
    if rarely() { facts.hours = .outside }
    facts.hasUsesLeft = !rarely()
    if rarely() { facts.mode = .lockedDown }
    facts.isDoorThrottled = rarely()
    facts.isLink = generator.below(2) == 0
    if generator.below(8) == 0 { facts.confirmation = .links }
    facts.isConfirmed = generator.below(2) == 0
    return facts
  }

  static func bare(_ facts: AccessFacts) -> benchmark_facts {
    var bare = benchmark_facts()
    bare.is_conflict = facts.isConflict
    bare.is_clock_skewed = facts.isClockSkewed
    bare.is_signed = facts.isSigned
    bare.rejection = facts.rejection.map { Int32($0.place) } ?? -1
    bare.age = facts.age
    bare.maximum_age = facts.maximumAge
    bare.target =
      switch facts.target {
      case .unknown: 0
      case .doorID: 1
      case .removed: 2
      case .action: 3
      case .key: 4
      }
    bare.phone =
      switch facts.phone {
      case .none: 0
      case .unknown: 1
      case .removed: 2
      case .known: 3
      }
    bare.key_state = UInt8(Key.State.allCases.firstIndex(of: facts.keyState) ?? 0)
    bare.mode = UInt8(Door.Mode.allCases.firstIndex(of: facts.mode) ?? 0)
    bare.confirmation = UInt8(Door.Confirmation.allCases.firstIndex(of: facts.confirmation) ?? 0)
    bare.is_device_suspended = facts.isDeviceSuspended
    bare.is_holder_suspended = facts.isHolderSuspended
    bare.is_holder_right = facts.isHolderRight
    bare.valid_from = facts.validFrom?.milliseconds ?? .min
    bare.valid_until = facts.validUntil?.milliseconds ?? .max
    bare.hours =
      switch facts.hours {
      case .inside: 0
      case .wrongDay: 1
      case .outside: 2
      case .zoneUnavailable: 3
      }
    bare.has_uses_left = facts.hasUsesLeft
    bare.is_link = facts.isLink
    bare.is_confirmed = facts.isConfirmed
    bare.is_device_throttled = facts.isDeviceThrottled
    bare.is_door_throttled = facts.isDoorThrottled
    return bare
  }
}
