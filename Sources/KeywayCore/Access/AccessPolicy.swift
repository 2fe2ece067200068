/// The one place where it is decided whether a tap opens a door.
package enum AccessPolicy {
  /// Decides a tap at `now`; the first check that hits gives the reason.
  package static func decide(_ facts: AccessFacts, at now: Timestamp) -> Decision {
    if let refusal = checkTap(facts) { return .denied(refusal) }
    if let refusal = checkTarget(facts) { return .denied(refusal) }
    if facts.target == .action { return .opened }
    if let refusal = checkTime(facts, at: now) { return .denied(refusal) }
    if let refusal = checkDoor(facts) { return .denied(refusal) }
    return .granted
  }

  /// What can be said of the tap before anything is looked up.
  @inline(__always)
  private static func checkTap(_ facts: AccessFacts) -> Refusal? {
    if facts.isConflict { return Refusal(.tapConflict) }
    if let rejection = facts.rejection { return Refusal(.malformedLink, .link(rejection)) }
    if facts.age > facts.maximumAge { return Refusal(.staleTap) }
    if facts.age < 0 || facts.isClockSkewed { return Refusal(.clockSkew) }
    if facts.isSigned { return Refusal(.badSignature) }
    if facts.isDeviceThrottled { return Refusal(.throttled, .device) }
    return nil
  }

  /// Who asks for what.
  @inline(__always)
  private static func checkTarget(_ facts: AccessFacts) -> Refusal? {
    if facts.target == .unknown { return Refusal(.unknownKey) }
    if facts.target == .doorID { return Refusal(.unknownKey, .doorID) }
    if facts.phone == .unknown { return Refusal(.unknownDevice) }
    if facts.target == .key, !facts.isHolderRight { return Refusal(.wrongHolder) }
    if facts.target == .removed { return Refusal(.revoked) }
    if facts.target == .key, facts.keyState == .revoked { return Refusal(.revoked) }
    if facts.phone == .removed { return Refusal(.revoked, .device) }
    if facts.target == .key, facts.keyState == .suspended { return Refusal(.suspended, .key) }
    if facts.isDeviceSuspended { return Refusal(.suspended, .device) }
    if facts.isHolderSuspended { return Refusal(.suspended, .holder) }
    return nil
  }

  /// When the key works.
  @inline(__always)
  private static func checkTime(_ facts: AccessFacts, at now: Timestamp) -> Refusal? {
    if let from = facts.validFrom, now < from { return Refusal(.notYetValid) }
    if let until = facts.validUntil, now >= until { return Refusal(.expired) }
    switch facts.hours {
    case .inside: break
    case .zoneUnavailable: return Refusal(.zoneUnavailable)
    case .wrongDay: return Refusal(.wrongDay)
    case .outside: return Refusal(.outsideHours)
    }
    if !facts.hasUsesLeft { return Refusal(.usesExhausted) }
    return nil
  }

  /// What the door says.
  @inline(__always)
  private static func checkDoor(_ facts: AccessFacts) -> Refusal? {
    switch facts.mode {
    case .normal: break
    case .disabled: return Refusal(.doorDisabled)
    case .lockedDown: return Refusal(.doorLockedDown)
    }
    let needsConfirmation =
      switch facts.confirmation {
      case .never: false
      case .links: facts.isLink
      case .always: true
      }
    if needsConfirmation, !facts.isConfirmed { return Refusal(.confirmationRequired) }
    if facts.isDoorThrottled { return Refusal(.throttled, .door) }
    return nil
  }
}
