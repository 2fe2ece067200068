import KeywayCore
import KeywayStore

@testable import KeywayService

/// A registry in which everything that can deny is there, at random.
struct RandomRegistry {
  static let doors = ["d0", "d1", "d2", "bare"]
  static let devices = ["p0", "p1", "p2", "nobodys", "asleep", "sleeper", "gone"]
  static let keys = (0..<14).map { "k\($0)" }
  static let actions = ["search", "New Message", "old action"]

  /// Makes it in the store of the house, with a host of universal links.
  static func make(in house: TestHouse, using random: inout SeededGenerator) throws {
    let registry = RegistryService(environment: house.environment)
    let actor = Actor(name: "test")
    _ = try registry.importSite(
      SiteFile(parsing: Array(site(house.now, using: &random).utf8)), actor: actor)
    _ = try registry.remove(.devices, ["gone"], actor: actor)
    _ = try registry.remove(.actions, ["old action"], actor: actor)
    try house.set("link.hosts", to: "door.example")
  }

  private static func site(_ now: Timestamp, using random: inout SeededGenerator) -> String {
    func list(_ objects: [String]) -> String { "[" + objects.joined(separator: ",") + "]" }
    let doors = doors.map { id in
      let mode = ["normal", "normal", "normal", "locked_down"].randomElement(using: &random) ?? ""
      let confirm = ["never", "never", "links", "always"].randomElement(using: &random) ?? ""
      let lock = id == "bare" ? "" : #","lock":{"driver":"simulator"}"#
      return #"{"id":"\#(id)","name":"\#(id)","timeZone":"Etc/UTC","mode":"\#(mode)","#
        + #""confirm":"\#(confirm)"\#(lock)}"#
    }
    let holders = ["h0", "h1", "h2"].map {
      #"{"id":"\#($0)","name":"\#($0)","state":"\#($0 == "h2" ? "suspended" : "active")"}"#
    }
    let owners = [
      "p0": "h0", "p1": "h1", "p2": "h0", "asleep": "h0", "sleeper": "h2", "gone": "h1",
    ]
    let devices = devices.map { id in
      let holder = owners[id].map { #","holder":"\#($0)""# } ?? ""
      return #"{"id":"\#(id)","state":"\#(id == "asleep" ? "suspended" : "active")"\#(holder)}"#
    }
    let actions = actions.map { #"{"type":"\#($0)","title":"\#($0)","screen":"s"}"# }
    let keys = keys.map { key($0, now, using: &random) }
    return #"{"keyway":1,"doors":\#(list(doors)),"holders":\#(list(holders)),"#
      + #""devices":\#(list(devices)),"actions":\#(list(actions)),"keys":\#(list(keys))}"#
  }

  private static func key(
    _ id: String, _ now: Timestamp, using random: inout SeededGenerator
  ) -> String {
    func instant(in range: ClosedRange<Int64>) -> String {
      let offset = Int64.random(in: range, using: &random)
      return Timestamp(milliseconds: now.milliseconds + offset).rfc3339
    }
    // A limit on a door without a lock would be given back at once, in a replay before others tap.
    let door = doors.randomElement(using: &random) ?? ""
    let uses = ["null", "null", "1", "2", "3"].randomElement(using: &random) ?? ""
    let holder = [#""h0""#, #""h1""#, "null", "null"].randomElement(using: &random) ?? ""
    let state =
      ["active", "active", "active", "active", "suspended", "revoked"]
      .randomElement(using: &random) ?? ""
    var text = #"{"id":"\#(id)","door":"\#(door)","holder":\#(holder),"name":"\#(id)","#
    text += #""state":"\#(state)","maxUses":\#(door == "bare" ? "null" : uses)"#
    switch Int.random(in: 0..<8, using: &random) {
    case 0: text += #","validFrom":"\#(instant(in: 0...60_000))""#
    case 1: text += #","validUntil":"\#(instant(in: 1...60_000))""#
    default: break
    }
    return text + "}"
  }
}
