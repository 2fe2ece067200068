/// What clocks in one zone show at every instant, from a TZif file (RFC 9636).
package struct TimeZoneRules: Hashable, Sendable {
  /// In seconds since 1970, ascending: those of the file, then the footer's changes until 2100.
  private let transitions: [Int64]
  /// For each transition, which of `types` begins there.
  private let typeAtTransition: [UInt16]
  /// The first holds before the first transition; at least one.
  private let types: [TimeZoneOffset]
  /// How many transitions have passed when each part of the years begins, from 1970 on.
  private let passedByPart: [Int32]
  /// How many of the transitions are the file's own.
  private let fileCount: Int
  /// What holds from the file's last transition on; nil when that one's type stays.
  private let footer: POSIXTimeZone?
  /// Each offset that is ever in force, once.
  private let offsets: [Int]

  /// UTC at all times.
  package static let utc = Self(
    transitions: [], typeAtTransition: [],
    types: [TimeZoneOffset(seconds: 0, isDaylight: false)], footer: nil)

  /// For transitions in order, each with the index of a type.
  init(
    transitions: [Int64], typeAtTransition: [UInt8], types: [TimeZoneOffset],
    footer: POSIXTimeZone?
  ) {
    let inFooter = footer.map { [$0.standard] + ($0.daylight.map { [$0.offset] } ?? []) } ?? []
    let changes = footer?.changes(after: transitions.last) ?? []
    self.transitions = transitions + changes.map(\.second)
    self.typeAtTransition =
      typeAtTransition.map { UInt16($0) }
      + changes.map { UInt16(types.count + ($0.offset == inFooter[0] ? 0 : 1)) }
    passedByPart = Self.countsByPart(self.transitions)
    self.types = types + inFooter
    fileCount = transitions.count
    self.footer = footer
    offsets = Set(self.types.map(\.seconds)).sorted()
  }

  /// The offset in force at the instant; does not allocate.
  package func offset(at instant: Timestamp) -> TimeZoneOffset {
    let second = instant.milliseconds.floorDivided(by: 1000).quotient
    let passed = transitionCount(upTo: second)
    if let footer, isLeftToFooter(passed) { return footer.offset(at: second) }
    return types[passed == 0 ? 0 : Int(typeAtTransition[passed - 1])]
  }

  /// The offset in force at the instant, and until when at least it stays in force, exclusive; nil
  /// for good.
  package func period(
    at instant: Timestamp
  ) -> (offset: TimeZoneOffset, until: Timestamp?) {
    let second = instant.milliseconds.floorDivided(by: 1000).quotient
    let passed = transitionCount(upTo: second)
    var next = passed < transitions.count ? transitions[passed] : nil
    if let footer, isLeftToFooter(passed), let change = footer.change(after: second) {
      next = min(next ?? change, change)
    }
    let until = next.flatMap { second in
      let (milliseconds, isOver) = second.multipliedReportingOverflow(by: 1000)
      return isOver ? nil : Timestamp(milliseconds: milliseconds)
    }
    return (offset(at: instant), until)
  }

  /// What clocks in the zone show at the instant.
  package func civil(at instant: Timestamp) -> CivilTime {
    CivilTime(utc: instant.moved(bySeconds: offset(at: instant).seconds))
  }

  /// The instants at which clocks in the zone show `civil`, earliest first: none when clocks went
  /// forward over it, two when they went back over it, otherwise one.
  package func instants(of civil: CivilTime) -> [Timestamp] {
    let wall = civil.utc
    var found: [Timestamp] = []
    // The greatest offset gives the earliest instant.
    for seconds in offsets.reversed() {
      let instant = wall.moved(bySeconds: -seconds)
      if offset(at: instant).seconds == seconds { found.append(instant) }
    }
    return found
  }

  /// Whether no transition says what holds after the first `passed` ones: from the file's last one
  /// to the footer's first change that is in the table, and after the last of all.
  private func isLeftToFooter(_ passed: Int) -> Bool {
    passed == fileCount || passed == transitions.count
  }

  /// How many transitions lie at or before the second.
  private func transitionCount(upTo second: Int64) -> Int {
    let transitions = transitions.span
    var low = 0
    var high = transitions.count
    let part = Int(second >> Self.partBits)
    if part >= 0, part < passedByPart.count - 1 {
      low = Int(passedByPart[part])
      high = Int(passedByPart[part + 1])
    }
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Parts of 194 days: in few of them is more than one change.
  private static let partBits: Int64 = 24

  /// How many of the seconds lie at or before the start of each part of the years 1970 to 2101.
  private static func countsByPart(_ transitions: [Int64]) -> [Int32] {
    var passed = 0
    return (0..<250).map { (part: Int64) in
      while passed < transitions.count, transitions[passed] <= part << partBits { passed += 1 }
      return Int32(passed)
    }
  }
}
