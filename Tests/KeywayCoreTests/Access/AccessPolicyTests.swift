import KeywayCore
import Testing

@Suite struct AccessPolicyTests {
  @Test func `a tap without a fault opens the door`() {
    #expect(AccessPolicy.decide(.granted, at: .decision) == .granted)
  }

  @Test(arguments: AccessMutation.all)
  func `each fault alone denies, and lifting it grants`(_ fault: AccessMutation) {
    var facts = AccessFacts.granted
    fault.apply(&facts)
    #expect(AccessPolicy.decide(facts, at: .decision) == .denied(fault.refusal))
    #expect(AccessPolicy.decide(.granted, at: .decision) == .granted)
  }

  @Test(arguments: AccessMutationPair.all)
  func `of two faults the earlier in the design's list is the reason`(_ pair: AccessMutationPair) {
    let decision = AccessPolicy.decide(pair.facts(in: [0, 1]), at: .decision)
    #expect(decision == .denied(pair.earlier.refusal))
  }

  @Test func `the list of faults has every reason in the order of the design`() {
    let order = [
      "tap_conflict", "malformed_link", "stale_tap", "clock_skew", "bad_signature", "throttled",
      "unknown_key", "unknown_device", "wrong_holder", "revoked", "suspended", "not_yet_valid",
      "expired",
      "zone_unavailable", "wrong_day", "outside_hours", "uses_exhausted", "door_disabled",
      "door_locked_down", "confirmation_required", "throttled",
    ]
    var reasons: [String] = []
    for fault in AccessMutation.all where reasons.last != fault.refusal.reason.rawValue {
      reasons.append(fault.refusal.reason.rawValue)
    }
    #expect(reasons == order)
    // 325 pairs of 26 faults, less those that set the same fact.
    #expect(AccessMutationPair.all.count >= 310)
  }

  @Test(arguments: [
    AgeVector(age: 0, expected: .granted), AgeVector(age: 1, expected: .granted),
    AgeVector(age: 30_000, expected: .granted),
    AgeVector(age: 30_001, expected: .denied(Refusal(.staleTap))),
    AgeVector(age: -1, expected: .denied(Refusal(.clockSkew))),
    AgeVector(age: .min, expected: .denied(Refusal(.clockSkew))),
    AgeVector(age: .max, expected: .denied(Refusal(.staleTap))),
  ])
  func `a tap counts up to its greatest age, and not before it was made`(_ vector: AgeVector) {
    var facts = AccessFacts.granted
    facts.age = vector.age
    facts.maximumAge = 30_000
    #expect(AccessPolicy.decide(facts, at: .decision) == vector.expected)
  }

  @Test(arguments: ValidityVector.all)
  func `validity is half-open`(_ vector: ValidityVector) {
    var facts = AccessFacts.granted
    facts.validFrom = vector.from
    facts.validUntil = vector.until
    #expect(AccessPolicy.decide(facts, at: .decision) == vector.expected)
  }

  @Test func `an action opens whatever the door says`() {
    var facts = AccessFacts.granted
    facts.target = .action
    facts.mode = .lockedDown
    facts.confirmation = .always
    facts.hasUsesLeft = false
    facts.hours = .outside
    facts.validUntil = .earlier
    facts.keyState = .revoked
    facts.isHolderRight = false
    #expect(AccessPolicy.decide(facts, at: .decision) == .opened)
  }

  @Test(
    arguments: AccessMutation.all.filter { fault in
      [.tapConflict, .malformedLink, .staleTap, .clockSkew, .badSignature, .unknownDevice]
        .contains(fault.refusal.reason) || [.device, .holder].contains(fault.refusal.detail)
    })
  func `an action is denied for what is wrong with the tap or the phone`(_ fault: AccessMutation) {
    var facts = AccessFacts.granted
    facts.target = .action
    fault.apply(&facts)
    #expect(AccessPolicy.decide(facts, at: .decision) == .denied(fault.refusal))
  }

  @Test func `what was removed answers revoked`() {
    var facts = AccessFacts.granted
    facts.target = .removed
    #expect(AccessPolicy.decide(facts, at: .decision) == .denied(Refusal(.revoked)))
  }

  @Test(arguments: ConfirmationVector.all)
  func `confirmation is asked for where the door says so`(_ vector: ConfirmationVector) {
    var facts = AccessFacts.granted
    facts.confirmation = vector.confirmation
    facts.isLink = vector.isLink
    facts.isConfirmed = vector.isConfirmed
    let isGranted = AccessPolicy.decide(facts, at: .decision) == .granted
    #expect(isGranted == vector.isGranted)
  }
}

struct AgeVector: Sendable, CustomTestStringConvertible {
  let age: Int64
  let expected: Decision

  var testDescription: String { "\(age) ms" }
}

struct ValidityVector: Sendable, CustomTestStringConvertible {
  let name: String
  let from: Timestamp?
  let until: Timestamp?
  let expected: Decision

  var testDescription: String { name }

  static let all = [
    Self(name: "no bounds", from: nil, until: nil, expected: .granted),
    Self(name: "begins now", from: .decision, until: nil, expected: .granted),
    Self(name: "begins next", from: .later, until: nil, expected: .denied(Refusal(.notYetValid))),
    Self(name: "ends now", from: nil, until: .decision, expected: .denied(Refusal(.expired))),
    Self(name: "ends next", from: nil, until: .later, expected: .granted),
    Self(name: "this instant only", from: .decision, until: .later, expected: .granted),
    Self(
      name: "the one before", from: .earlier, until: .decision, expected: .denied(Refusal(.expired))
    ),
  ]
}

struct ConfirmationVector: Sendable, CustomTestStringConvertible {
  let confirmation: Door.Confirmation
  let isLink: Bool
  let isConfirmed: Bool
  let isGranted: Bool

  var testDescription: String {
    "\(confirmation), \(isLink ? "link" : "item")\(isConfirmed ? ", confirmed" : "")"
  }

  static let all = [
    Self(confirmation: .never, isLink: true, isConfirmed: false, isGranted: true),
    Self(confirmation: .never, isLink: false, isConfirmed: false, isGranted: true),
    Self(confirmation: .links, isLink: true, isConfirmed: false, isGranted: false),
    Self(confirmation: .links, isLink: true, isConfirmed: true, isGranted: true),
    Self(confirmation: .links, isLink: false, isConfirmed: false, isGranted: true),
    Self(confirmation: .always, isLink: true, isConfirmed: false, isGranted: false),
    Self(confirmation: .always, isLink: false, isConfirmed: false, isGranted: false),
    Self(confirmation: .always, isLink: false, isConfirmed: true, isGranted: true),
  ]
}
