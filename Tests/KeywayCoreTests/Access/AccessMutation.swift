import KeywayCore
import Testing

/// One fault of a tap that would otherwise open a door.
struct AccessMutation: Sendable, CustomTestStringConvertible {
  let name: String
  let refusal: Refusal
  let apply: @Sendable (inout AccessFacts) -> Void

  init(
    _ name: String, _ reason: Refusal.Reason, _ detail: Refusal.Detail? = nil,
    apply: @escaping @Sendable (inout AccessFacts) -> Void
  ) {
    self.name = name
    refusal = Refusal(reason, detail)
    self.apply = apply
  }

  var testDescription: String { name }

  /// In the order in which the design has the reasons; within one reason in the order of its
  /// details.
  static let all: [AccessMutation] = [
    Self("the tap id was used for something else", .tapConflict) { $0.isConflict = true },
    Self("the link is none", .malformedLink, .link(.extraSegment)) { $0.rejection = .extraSegment },
    Self("the tap is old", .staleTap) { $0.age = $0.maximumAge + 1 },
    Self("the phone's clock is off", .clockSkew) { $0.isClockSkewed = true },
    Self("the link is signed", .badSignature) { $0.isSigned = true },
    Self("the device taps too often", .throttled, .device) { $0.isDeviceThrottled = true },
    Self("nobody has the id", .unknownKey) { $0.target = .unknown },
    Self("the id is a door's", .unknownKey, .doorID) { $0.target = .doorID },
    Self("the phone is unknown", .unknownDevice) { $0.phone = .unknown },
    Self("the key is another holder's", .wrongHolder) { $0.isHolderRight = false },
    Self("the key is revoked", .revoked) { $0.keyState = .revoked },
    Self("the phone is removed", .revoked, .device) { $0.phone = .removed },
    Self("the key is suspended", .suspended, .key) { $0.keyState = .suspended },
    Self("the phone is suspended", .suspended, .device) { $0.isDeviceSuspended = true },
    Self("the holder is suspended", .suspended, .holder) { $0.isHolderSuspended = true },
    Self("the key begins later", .notYetValid) { $0.validFrom = .later },
    Self("the key has ended", .expired) { $0.validUntil = .decision },
    Self("the zone is unknown", .zoneUnavailable) { $0.hours = .zoneUnavailable },
    Self("it is not the key's day", .wrongDay) { $0.hours = .wrongDay },
    Self("it is not the key's hour", .outsideHours) { $0.hours = .outside },
    Self("the uses are gone", .usesExhausted) { $0.hasUsesLeft = false },
    Self("the door is disabled", .doorDisabled) { $0.mode = .disabled },
    Self("the door is locked down", .doorLockedDown) { $0.mode = .lockedDown },
    Self("a link must be confirmed", .confirmationRequired) { $0.confirmation = .links },
    Self("every tap must be confirmed", .confirmationRequired) { $0.confirmation = .always },
    Self("the door is opened too often", .throttled, .door) { $0.isDoorThrottled = true },
  ]
}

/// Two faults at once, the earlier in the design's list first.
struct AccessMutationPair: Sendable, CustomTestStringConvertible {
  let earlier: AccessMutation
  let later: AccessMutation

  var testDescription: String { "\(earlier.name), \(later.name)" }

  /// Every two faults that do not set the same fact.
  static let all: [AccessMutationPair] = {
    var pairs: [AccessMutationPair] = []
    for (place, earlier) in AccessMutation.all.enumerated() {
      for later in AccessMutation.all.dropFirst(place + 1) {
        let pair = AccessMutationPair(earlier: earlier, later: later)
        if pair.facts(in: [0, 1]) == pair.facts(in: [1, 0]) { pairs.append(pair) }
      }
    }
    return pairs
  }()

  /// The facts with both faults, made in that order.
  func facts(in order: [Int]) -> AccessFacts {
    var facts = AccessFacts.granted
    for place in order { [earlier, later][place].apply(&facts) }
    return facts
  }
}

extension AccessFacts {
  /// A link, tapped on a known phone, to a key that opens its door.
  static let granted: AccessFacts = {
    var facts = AccessFacts()
    facts.target = .key
    facts.phone = .known
    facts.isLink = true
    return facts
  }()
}

extension Timestamp {
  /// When the tests decide.
  static let decision = Timestamp(milliseconds: 1_772_438_400_000)
  static let earlier = Timestamp(milliseconds: decision.milliseconds - 1)
  static let later = Timestamp(milliseconds: decision.milliseconds + 1)
}
