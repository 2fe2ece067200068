/// Why a tap was denied: one reason of a closed list, and where it says too little, a detail.
package struct Refusal: Hashable, Sendable {
  /// Raw values are stored in the audit log and never change; the order is the order of the checks.
  package enum Reason: String, Sendable, CaseIterable {
    /// The tap id was used before for something else.
    case tapConflict = "tap_conflict"
    case malformedLink = "malformed_link"
    case staleTap = "stale_tap"
    case clockSkew = "clock_skew"
    case badSignature = "bad_signature"
    /// Too many taps: of a device, whose bucket is asked here, or on a door, whose bucket is asked
    /// last but for `busy`.
    case throttled
    case unknownKey = "unknown_key"
    case unknownDevice = "unknown_device"
    case wrongHolder = "wrong_holder"
    case revoked
    case suspended
    case notYetValid = "not_yet_valid"
    case expired
    case zoneUnavailable = "zone_unavailable"
    /// No window of the schedule touches the local date.
    case wrongDay = "wrong_day"
    case outsideHours = "outside_hours"
    case usesExhausted = "uses_exhausted"
    case doorDisabled = "door_disabled"
    case doorLockedDown = "door_locked_down"
    case confirmationRequired = "confirmation_required"
    /// The lock is on its way to something else.
    case busy
  }

  /// What the reason is about, where there are several.
  package enum Detail: Hashable, Sendable {
    /// With `malformed_link`: the router's code.
    case link(LinkRejection)
    /// With `unknown_key`: the id is a door's.
    case doorID
    /// With `suspended`.
    case key
    /// With `suspended`, `revoked` and `throttled`.
    case device
    /// With `suspended`.
    case holder
    /// With `throttled`.
    case door

    /// As it is stored and printed; never changes.
    package var text: String {
      switch self {
      case .link(let rejection): rejection.rawValue
      case .doorID: "door_id"
      case .key: "key"
      case .device: "device"
      case .holder: "holder"
      case .door: "door"
      }
    }

    /// Nil for a text that ``text`` never gives.
    package init?(_ text: String) {
      switch text {
      case "door_id": self = .doorID
      case "key": self = .key
      case "device": self = .device
      case "holder": self = .holder
      case "door": self = .door
      default:
        guard let rejection = LinkRejection(rawValue: text) else { return nil }
        self = .link(rejection)
      }
    }
  }

  package let reason: Reason
  package let detail: Detail?

  package init(_ reason: Reason, _ detail: Detail? = nil) {
    self.reason = reason
    self.detail = detail
  }

  /// The stored field that decided, in words of the site file, or nil when none did.
  package var rule: StaticString? {
    switch reason {
    case .tapConflict, .malformedLink, .clockSkew, .badSignature, .unknownKey, .busy: nil
    case .staleTap: "tap.maxAge"
    case .throttled: detail == .door ? "tap.doorRate" : "tap.deviceRate"
    case .unknownDevice: "device.id"
    case .wrongHolder: "key.holder"
    case .revoked: detail == .device ? "device.id" : "key.state"
    case .suspended:
      switch detail {
      case .device: "device.state"
      case .holder: "holder.state"
      default: "key.state"
      }
    case .notYetValid: "key.validFrom"
    case .expired: "key.validUntil"
    case .zoneUnavailable: "door.timeZone"
    case .wrongDay, .outsideHours: "key.schedule"
    case .usesExhausted: "key.maxUses"
    case .doorDisabled, .doorLockedDown: "door.mode"
    case .confirmationRequired: "door.confirm"
    }
  }
}
