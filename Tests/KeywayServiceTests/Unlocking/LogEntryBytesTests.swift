import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct LogEntryBytesTests {
  /// Taps of every kind, so that every member of an entry stands somewhere.
  private func busyHouse() throws -> TestHouse {
    let house = try TestHouse(zones: .machine)
    try house.furnish(
      door: { $0.name = "Dornröschen's door" }, key: { $0.name = "Rapunzel's key" },
      holder: { $0.name = "Rumpelstiltskin" })
    for (index, restriction) in Restriction.all.enumerated() {
      var furniture = Furniture()
      furniture.holder.name = "Rumpelstiltskin"
      var press = Restriction.Press()
      restriction.impose(&furniture, &press)
      try house.save(furniture)
      _ = try house.decide(press.request("t\(index)", at: house.now))
    }
    try house.furnish()
    let taps = [
      inboxTap("phone-1772438400000-1", device: "phone"),
      inboxTap("stranger-1772438400000-1", device: "stranger"),
      inboxTap("line-7", device: nil),
    ]
    for tap in taps { _ = try house.decide(tap) }
    _ = try house.decide(house.tap("t0\"\\\u{7}é🔑", isConfirmed: true))
    let granted = try house.decide(house.tap("own-tap"))
    let dispatcher = CommandDispatcher(environment: house.environment, drivers: [:])
    _ = try dispatcher.dispatch(present(granted.command))
    return house
  }

  private func inboxTap(_ id: String, device: String?) -> TapRequest {
    TapRequest(
      tap: TapIdentity(sender: device.map { "device:\($0)" } ?? "user:0", id: id),
      device: device, payload: .item(type: "New Message", userInfo: .empty), channel: .nfc,
      tappedAt: Timestamp(milliseconds: Timestamp.morning.milliseconds - 5), isConfirmed: true,
      listVersion: 9)
  }

  @Test func `every entry is canonical JSON of at most 65,535 bytes`() throws {
    let house = try busyHouse()
    let bodies = try house.bodies()
    #expect(bodies.count > 40)
    for (sequence, body) in bodies.enumerated() {
      let value = try JSONValue(parsing: body.span)
      #expect(CanonicalJSON.bytes(of: value) == body, "\(String(decoding: body, as: UTF8.self))")
      #expect(body.count <= 65_535)
      guard case .object(let entry) = value else { continue }
      #expect(entry["seq"] == .integer(Int64(sequence)))
      #expect(entry["v"] == .integer(1))
      #expect(entry.text("at") != nil)
    }
    #expect(try house.verify() == .holds(entries: Int64(bodies.count)))
  }

  @Test func `no name and no id of a person or phone stands in the log`() throws {
    let house = try busyHouse()
    for body in try house.bodies() {
      let text = String(decoding: body, as: UTF8.self)
      for word in [
        "Rumpelstiltskin", "Kim", "\"kim\"", "\"phone\"", "\"phone-17", "stranger", "device:",
      ] {
        #expect(!text.contains(word), "\(text)")
      }
    }
  }

  @Test func `an inbox tap has the device's pseudonym in its place`() throws {
    let house = try busyHouse()
    let taps = try house.entries("decision").compactMap { $0.text("tap") }
    #expect(taps.contains("p-phone-1772438400000-1"))
    #expect(taps.contains("unknown-1772438400000-1"))
    #expect(taps.contains("line-7"))
  }

  @Test func `an unknown device is null, none is absent`() throws {
    let house = try TestHouse()
    try house.furnish(key: { $0.holder = nil })
    _ = try house.decide(house.tap("t1", device: "stranger"))
    _ = try house.decide(house.tap("t2", device: nil))
    let entries = try house.entries()
    #expect(entries[0]["device"] == .null)
    #expect(entries[1]["device"] == nil)
  }

  @Test func `the list that a phone showed and when it was tapped are told`() throws {
    let house = try TestHouse()
    try house.furnish()
    _ = try house.decide(inboxTap("phone-1", device: "phone"))
    let entry = try present(house.entries().first)
    #expect(entry["list"] == .integer(9))
    #expect(entry.text("tappedAt") == "2026-03-02T07:59:59.995Z")
    #expect(entry["confirmed"] == .bool(true))
    #expect(entry.text("channel") == "nfc")
    let device = try house.store.read { reader in try present(reader.devices([.phone])[0]) }
    #expect(device.shownVersion == 9)
  }
}
