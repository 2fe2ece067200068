import KeywayCore
import Testing

@Suite struct RefusalTests {
  @Test func `stored reasons are never renamed`() {
    let frozen: Set = [
      "tap_conflict", "malformed_link", "stale_tap", "clock_skew", "bad_signature", "unknown_key",
      "unknown_device", "wrong_holder", "revoked", "suspended", "not_yet_valid", "expired",
      "zone_unavailable", "outside_hours", "uses_exhausted", "door_disabled", "door_locked_down",
      "confirmation_required",
    ]
    #expect(Set(Refusal.Reason.allCases.map(\.rawValue)).isSuperset(of: frozen))
  }

  @Test func `details have the words of the design`() {
    #expect(Refusal.Detail.doorID.text == "door_id")
    #expect(Refusal.Detail.key.text == "key")
    #expect(Refusal.Detail.device.text == "device")
    #expect(Refusal.Detail.holder.text == "holder")
    #expect(Refusal.Detail.link(.extraSegment).text == "extra_segment")
  }

  @Test func `every detail is read back from its text`() {
    let details =
      [.doorID, .key, .device, .holder, .door] + LinkRejection.allCases.map(Refusal.Detail.link)
    for detail in details { #expect(Refusal.Detail(detail.text) == detail) }
    #expect(Set(details.map(\.text)).count == details.count)
  }

  @Test(arguments: ["", "Key", "key ", "doors", "link", "EXTRA_SEGMENT"])
  func `other texts are no details`(_ text: String) {
    #expect(Refusal.Detail(text) == nil)
  }

  @Test func `a stored field that decides is named`() {
    for fault in AccessMutation.all {
      let isOfRecord = fault.refusal.rule.map { "\($0)".contains(".") } ?? false
      let isOfTap = [.tapConflict, .malformedLink, .clockSkew, .badSignature, .unknownKey]
        .contains(fault.refusal.reason)
      #expect(isOfRecord != isOfTap, "\(fault.name)")
    }
    #expect("\(Refusal(.revoked, .device).rule ?? "")" == "device.id")
    #expect("\(Refusal(.suspended, .holder).rule ?? "")" == "holder.state")
    #expect("\(Refusal(.suspended, .device).rule ?? "")" == "device.state")
    #expect("\(Refusal(.suspended, .key).rule ?? "")" == "key.state")
  }
}
