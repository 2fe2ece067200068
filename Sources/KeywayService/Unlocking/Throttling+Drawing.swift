import KeywayCore
import KeywayStore

extension Throttling {
  /// What is kept of a tap.
  struct Keeping {
    var isRecorded = true
    var isRemembered = true
    /// In how many milliseconds there is a token again, or nil when the tap was not throttled.
    var wait: Int64?
  }

  /// Draws on the buckets for what was decided of a tap. A refusal that names no known device turns
  /// into `throttled` when there were too many of them.
  mutating func draw(
    _ decision: inout Decision, at index: Int, isDeviceKnown: Bool
  ) -> Keeping {
    guard case .denied(let refusal) = decision else {
      if isDeviceKnown, decision == .granted { take(fromDeviceAt: index) }
      return Keeping()
    }
    if refusal.reason == .throttled {
      guard refusal.detail == .door else {
        return keeping(.throttled, at: index, wait: wait(ofDeviceAt: index))
      }
      // Takes no token: it may leave no entry, and what a recording of the log cannot show must not
      // count.
      return keeping(.throttled, at: index, wait: wait(ofDoorAt: index))
    }
    guard refusal.reason.precedesBuckets || !isDeviceKnown else {
      take(fromDeviceAt: index)
      return Keeping()
    }
    guard let wait = waitOrTakeRefusal(at: index) else { return Keeping() }
    if refusal.reason.precedesBuckets { return keeping(refusal.reason, at: index, wait: nil) }
    decision = .denied(Refusal(.throttled, .device))
    return keeping(.throttled, at: index, wait: wait)
  }

  private mutating func keeping(
    _ reason: Refusal.Reason, at index: Int, wait: Int64?
  ) -> Keeping {
    let (isRecorded, isRemembered) = note(reason, at: index)
    return Keeping(isRecorded: isRecorded, isRemembered: isRemembered, wait: wait)
  }
}

extension ThrottleSubject {
  /// Of a tap that names a known device.
  static func device(_ tap: TapRequest) -> Self {
    .device(Device.ID(trusted: tap.device ?? ""))
  }

  /// Of a tap that names no device, or one that nobody knows.
  static func withoutDevice(_ tap: TapRequest) -> Self {
    tap.device == nil ? .sender(tap.tap.sender) : .strangers
  }
}

extension Refusal.Reason {
  /// Where the reason stands in `allCases`.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether the reason is found before the device's bucket is asked.
  var precedesBuckets: Bool {
    switch self {
    case .tapConflict, .malformedLink, .staleTap, .clockSkew, .badSignature: true
    default: false
    }
  }
}
