import KeywayCore
import KeywayStore

extension AccessFacts {
  /// What is known of the phone that a tap names.
  mutating func set(phone named: String?, facts: DeviceFacts?) {
    guard named != nil else { return }
    guard let facts else {
      phone = .unknown
      return
    }
    phone = facts.isRemoved ? .removed : .known
    isDeviceSuspended = facts.state == .suspended
    isHolderSuspended = facts.holderState == .suspended
  }

  /// What is known of the key and its door at `now`, for a phone of `holder`.
  mutating func set(key: KeyFacts, holder: Holder.ID?, at now: Timestamp, zones: TimeZones) {
    target = .key
    // Of a removed phone nobody knows any more whose it was; it answers revoked.
    isHolderRight = key.holder == nil || key.holder == holder || phone == .removed
    keyState = key.state
    validFrom = key.validFrom
    validUntil = key.validUntil
    if key.hours.needsZone {
      let zone = zones.rules(of: key.timeZone)
      hours = zone.map { key.hours.standing(at: now, zone: $0) } ?? .zoneUnavailable
    }
    hasUsesLeft = key.maxUses.map { key.uses < $0 } ?? true
    mode = key.mode
    confirmation = key.confirmation
  }
}
