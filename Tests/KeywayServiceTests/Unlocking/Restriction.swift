import KeywayCore
import KeywayService
import KeywayStore
import Testing

/// Something that is stored or tapped and that alone denies.
struct Restriction: Sendable, CustomTestStringConvertible {
  /// How the one key is tapped.
  struct Press: Sendable {
    var payload = TapPayload.link(Array("keyway://unlock/own".utf8))
    var device: String? = "phone"
    var age: Int64 = 0
    var clockOffset: Int64 = 0
    var isConfirmed = false

    mutating func link(_ text: String) { payload = .link(Array(text.utf8)) }
    mutating func item(_ type: String) { payload = .item(type: type, userInfo: .empty) }

    func request(_ id: String, at now: Timestamp) -> TapRequest {
      TapRequest(
        tap: TapIdentity(sender: device.map { "device:\($0)" } ?? "user:0", id: id),
        device: device, payload: payload, channel: .openURL,
        tappedAt: Timestamp(milliseconds: now.milliseconds - age), clockOffset: clockOffset,
        isConfirmed: isConfirmed)
    }
  }

  let name: String
  let refusal: Refusal
  let impose: @Sendable (inout Furniture, inout Press) -> Void

  init(
    _ name: String, _ reason: Refusal.Reason, _ detail: Refusal.Detail? = nil,
    impose: @escaping @Sendable (inout Furniture, inout Press) -> Void
  ) {
    self.name = name
    refusal = Refusal(reason, detail)
    self.impose = impose
  }

  var testDescription: String { name }
}

extension Restriction {
  static let all = ofTap + ofPeople + ofKey + ofDoor

  private static let ofTap: [Restriction] = [
    Self("malformed link", .malformedLink, .link(.extraSegment)) {
      $1.link("keyway://unlock/own/x")
    },
    Self("old tap", .staleTap) { $1.age = 30_001 },
    Self("tap of the future", .clockSkew) { $1.age = -1 },
    Self("tap of the far future", .clockSkew) { $1.age = -3_155_760_000_000 },
    Self("clock that is ahead", .clockSkew) { $1.clockOffset = 120_001 },
    Self("clock that is behind", .clockSkew) { $1.clockOffset = -120_001 },
    Self("signed link", .badSignature) {
      $1.link("https://keys.example/u/own?exp=1&kid=a&n=b&sig=c")
    },
    Self("unknown key", .unknownKey) { $1.link("keyway://unlock/nobody") },
    Self("unknown item", .unknownKey) { $1.item("New Message") },
    Self("empty item", .unknownKey) { $1.item("") },
    Self("long item", .unknownKey) { $1.item(String(repeating: "x", count: 100_000)) },
    Self("unknown action", .unknownKey) { $1.link("keyway://open/nothing") },
    Self("key opened like an action", .unknownKey) { $1.link("keyway://open/own") },
    Self("id in other case", .unknownKey) { $1.link("keyway://unlock/Own") },
    Self("door's id", .unknownKey, .doorID) { $1.link("keyway://unlock/front") },
    Self("door's id as an item", .unknownKey, .doorID) { $1.item("front") },
  ]

  private static let ofPeople: [Restriction] = [
    Self("unknown device", .unknownDevice) { $1.device = "stranger" },
    Self("device that is no id", .unknownDevice) { $1.device = "a phone" },
    Self("device that looks like one", .unknownDevice) { $1.device = "phone\u{200B}" },
    Self("empty device", .unknownDevice) { $1.device = "" },
    Self("no device on a held key", .wrongHolder) { $1.device = nil },
    Self("nobody's device on a held key", .wrongHolder) { furniture, _ in
      furniture.device.holder = nil
    },
    Self("removed device", .revoked, .device) { furniture, _ in furniture.device.isRemoved = true },
    Self("suspended device", .suspended, .device) { furniture, _ in
      furniture.device.state = .suspended
    },
    Self("suspended holder", .suspended, .holder) { furniture, _ in
      furniture.holder.state = .suspended
    },
    Self("suspended holder on a key for everyone", .suspended, .holder) { furniture, _ in
      furniture.holder.state = .suspended
      furniture.key.holder = nil
    },
  ]

  private static let ofKey: [Restriction] = [
    Self("revoked key", .revoked) { furniture, _ in furniture.key.state = .revoked },
    Self("suspended key", .suspended, .key) { furniture, _ in furniture.key.state = .suspended },
    Self("key that begins next", .notYetValid) { furniture, _ in
      furniture.key.validity = .period(from: 1, until: nil)
    },
    Self("key that ends now", .expired) { furniture, _ in
      furniture.key.validity = .period(from: nil, until: 0)
    },
    Self("hours that are over", .outsideHours) { furniture, _ in furniture.key.schedule = .night },
    Self("day that is another", .wrongDay) { furniture, _ in
      furniture.key.schedule = .fixture("tue 00:00-24:00")
    },
    Self("zone that nobody knows", .zoneUnavailable) { furniture, _ in
      furniture.key.schedule = .night
      furniture.door.timeZone = "Mars/Olympus"
    },
    Self("uses that are gone", .usesExhausted) { furniture, _ in
      furniture.key.maxUses = 2
      furniture.uses = 2
    },
    Self("more uses than the limit", .usesExhausted) { furniture, _ in
      furniture.key.maxUses = 2
      furniture.uses = 3
    },
    Self("key that is good for no use", .usesExhausted) { furniture, _ in
      furniture.key.maxUses = 0
    },
  ]

  private static let ofDoor: [Restriction] = [
    Self("disabled door", .doorDisabled) { furniture, _ in furniture.door.mode = .disabled },
    Self("door locked down", .doorLockedDown) { furniture, _ in furniture.door.mode = .lockedDown },
    Self("link that must be confirmed", .confirmationRequired) { furniture, _ in
      furniture.door.confirm = .links
    },
    Self("link where all must be confirmed", .confirmationRequired) { furniture, _ in
      furniture.door.confirm = .always
    },
    Self("item where all must be confirmed", .confirmationRequired) { furniture, press in
      furniture.door.confirm = .always
      press.item("own")
    },
  ]
}

extension ValidityPeriod {
  /// In milliseconds from the morning.
  static func period(from: Int64?, until: Int64?) -> Self {
    func instant(_ offset: Int64?) -> Timestamp? {
      offset.map { Timestamp(milliseconds: Timestamp.morning.milliseconds + $0) }
    }
    return Self(from: instant(from), until: instant(until)) ?? .unbounded
  }
}

extension Schedule {
  /// 22:00 to 23:00 on Mondays; the morning is a Monday's.
  static let night = Self.fixture("mon 22:00-23:00")

  /// Windows as `mon,tue 08:00-18:00`; no such schedule is one that never lets in.
  static func fixture(_ windows: String...) -> Schedule {
    Schedule(
      windows: windows.compactMap { window in
        let parts = window.split(whereSeparator: { " -".contains($0) }).map(String.init)
        return try? ScheduleWindow(
          days: parts[0].split(separator: ",").map(String.init), from: parts[1], until: parts[2])
      })
  }
}
