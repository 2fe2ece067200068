package import KeywayCore
import KeywayStore

/// When a key that does not work would next work, if nobody changes anything.
package enum NextAccess: Hashable, Sendable {
  case at(Timestamp)
  /// It will not, for that reason.
  case never(Refusal.Reason)

  /// Nil for never.
  package var instant: Timestamp? {
    guard case .at(let instant) = self else { return nil }
    return instant
  }
}

extension NextAccess {
  /// What follows on a refusal at `now`.
  ///
  /// - Parameters:
  ///   - facts: those of the refusal. What else they have must grant at the later instant.
  ///   - wait: in how many milliseconds there is a token again, or nil when there is one.
  init(
    after refusal: Refusal, of key: KeyFacts, _ facts: AccessFacts, at now: Timestamp,
    wait: Int64? = nil, zones: TimeZones
  ) {
    guard refusal.reason.isOfTime || wait != nil else {
      self = .never(refusal.reason)
      return
    }
    let earliest = Timestamp(milliseconds: now.milliseconds + (wait ?? 0))
    guard let instant = key.nextInstant(from: earliest, zones: zones) else {
      self = .never(key.reasonWithoutNext(after: refusal, zones: zones))
      return
    }
    var later = facts
    later.hours = .inside
    later.isDeviceThrottled = false
    later.isDoorThrottled = false
    guard case .denied(let other) = AccessPolicy.decide(later, at: instant) else {
      self = .at(instant)
      return
    }
    self = .never(other.reason)
  }
}

extension Refusal.Reason {
  /// Whether time alone may lift the refusal, so that it says when.
  var isOfTime: Bool {
    switch self {
    case .notYetValid, .wrongDay, .outsideHours: true
    default: false
    }
  }
}

extension KeyFacts {
  /// Whether only an exception of the door keeps `now` outside the key's hours.
  func isException(_ refusal: Refusal, at now: Timestamp, zones: TimeZones) -> Bool {
    switch refusal.reason {
    case .wrongDay, .outsideHours:
      zones.rules(of: timeZone).map { hours.isVoid(at: now, zone: $0) } ?? false
    default: false
    }
  }

  /// The first instant at or after `from` in the validity and in the hours.
  fileprivate func nextInstant(from: Timestamp, zones: TimeZones) -> Timestamp? {
    guard let validity = ValidityPeriod(from: validFrom, until: validUntil) else { return nil }
    return hours.nextInstant(from: from, validity: validity, zone: zone(zones))
  }

  /// The rules of the door's zone where they are needed and can be had.
  private func zone(_ zones: TimeZones) -> TimeZoneRules? {
    hours.needsZone ? zones.rules(of: timeZone) : nil
  }

  /// Why no instant is left.
  fileprivate func reasonWithoutNext(after refusal: Refusal, zones: TimeZones) -> Refusal.Reason {
    if hours.needsZone, zone(zones) == nil { return .zoneUnavailable }
    return validUntil == nil ? refusal.reason : .expired
  }
}
