import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct PhoneClockTests {
  private func decision(
    _ house: TestHouse, _ id: String, at: Int64, sent: Int64
  ) throws -> Decision {
    func byPhone(_ offset: Int64) -> Timestamp {
      Timestamp(milliseconds: house.now.milliseconds + offset)
    }
    return try house.decide(
      TapRequest(
        tap: TapIdentity(sender: "device:phone", id: id), device: "phone",
        payload: .link(Array("xxx/own".utf8)), channel: .http, at: byPhone(at),
        sent: byPhone(sent), receivedAt: house.now)
    ).decision
  }

  @Test(
    arguments: [
      (-90_000, .granted), (0, .granted), (90_000, .granted), (120_000, .granted),
      (-120_000, .granted), (120_001, .denied(Refusal(.clockSkew))),
      (-120_001, .denied(Refusal(.clockSkew))),
    ] as [(Int64, Decision)])
  func `a phone whose clock is off by no more than allowed is let in`(
    _ offset: Int64, _ expected: Decision
  ) throws {
    let house = try TestHouse()
    try house.furnish()
    #expect(try decision(house, "t1", at: offset - 2_000, sent: offset) == expected)
  }

  @Test(
    arguments: [
      (0, .granted), (30_000, .granted), (30_001, .denied(Refusal(.staleTap))),
      (31_000, .denied(Refusal(.staleTap))), (-1, .denied(Refusal(.clockSkew))),
    ] as [(Int64, Decision)])
  func `the age of a tap is the phone's own count, however its clock is off`(
    _ age: Int64, _ expected: Decision
  ) throws {
    let house = try TestHouse()
    try house.furnish()
    for (index, offset) in [-90_000, 0, 90_000].enumerated() {
      #expect(
        try decision(house, "t\(index)", at: Int64(offset) - age, sent: Int64(offset)) == expected)
    }
  }

  @Test func `a tap grows older while it waits for its decision`() throws {
    let house = try TestHouse()
    try house.furnish()
    let tap = TapRequest(
      tap: TapIdentity(sender: "device:phone", id: "t1"), device: "phone",
      payload: .link(Array("xxx/own".utf8)), channel: .http, at: house.now,
      sent: Timestamp(milliseconds: house.now.milliseconds + 20_000), receivedAt: house.now)
    house.advance(by: 10_001)
    #expect(try house.decide(tap).decision == .denied(Refusal(.staleTap)))
  }

  @Test func `how far a clock may be off is a setting, read for each tap`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.set("tap.maxSkew", to: "1m")
    #expect(try decision(house, "t1", at: 90_000, sent: 90_000) == .denied(Refusal(.clockSkew)))
    try house.set("tap.maxSkew", to: "2m")
    #expect(try decision(house, "t2", at: 90_000, sent: 90_000) == .granted)
  }

  @Test func `the log has the tap's instant by the service's clock`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try decision(house, "t1", at: 85_000, sent: 90_000)
    #expect(try house.entries().last?.text("tappedAt") == "2026-03-02T07:59:55.000Z")
  }
}
