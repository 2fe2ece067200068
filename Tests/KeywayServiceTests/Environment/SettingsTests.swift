import KeywayCore
import Testing

@testable import KeywayService

@Suite struct SettingsTests {
  @Test func `names and defaults are those of the design`() {
    let frozen = [
      "link.bare": "xxx", "link.schemes": "keyway", "link.hosts": "", "link.appleApps": "",
      "link.androidApps": "", "tap.maxAge": "30s",
      "tap.maxSkew": "2m", "tap.remember": "7d", "command.deadline": "10s",
      "tap.deviceRate": "10/m", "tap.doorRate": "15/m",
    ]
    for (name, value) in frozen { #expect(Setting(rawValue: name)?.defaultValue == value) }
  }

  @Test func `without anything set the defaults hold`() throws {
    let settings = try ServiceSettings([:])
    #expect(settings.maximumTapAge == 30_000)
    #expect(settings.maximumClockSkew == 120_000)
    #expect(settings.tapMemory == 7 * 86_400_000)
    #expect(settings.commandDeadline == 10_000)
    #expect(settings.links == .standard)
  }

  @Test func `a name of a newer program is ignored`() throws {
    #expect(try ServiceSettings(["door.future": "?"]).maximumTapAge == 30_000)
  }

  @Test(arguments: SettingVector.all)
  func `a setting has bounds, inclusive`(_ vector: SettingVector) throws {
    guard let words = vector.error else {
      _ = try ServiceSettings([vector.name: vector.value])
      return
    }
    let error = try #require(throws: SettingError.self) {
      try ServiceSettings([vector.name: vector.value])
    }
    #expect(vector.name.hasPrefix(error.name))
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func `a list is as long as an entry of the log can tell`() throws {
    let house = try TestHouse()
    let settings = SettingsService(environment: house.environment)
    func set(bytes: Int) throws {
      let apps = (0..<bytes / 250).map { number in
        "TEAMID1234.a\(number)" + String(repeating: "b", count: 237 - "\(number)".utf8.count)
      }
      let list = apps.joined(separator: ",")
      let rest = String(repeating: "c", count: bytes - list.utf8.count)
      try settings.set(.linkAppleApps, to: list + rest, by: Actor(name: "user:1", because: nil))
    }
    try set(bytes: 60_000)
    let error = try #require(throws: SettingError.self) { try set(bytes: 60_001) }
    #expect(error.name == "link.appleApps")
    #expect(error.message.contains("60001 bytes"))
  }

  @Test func `a setting of another program counts for the next tap`() throws {
    let database = try TemporaryDatabase()
    let one = try TestHouse(path: database.path, seed: 1)
    let other = try TestHouse(path: database.path, seed: 2)
    try one.furnish()
    let old = Timestamp(milliseconds: one.now.milliseconds - 40_000)
    #expect(
      try one.decide(one.tap("t1", tappedAt: old)).decision == .denied(Refusal(.staleTap)))
    try other.set("tap.maxAge", to: "40s")
    #expect(try one.decide(one.tap("t2", tappedAt: old)).decision == .granted)
    try other.set("tap.maxAge", to: nil)
    #expect(
      try one.decide(one.tap("t3", tappedAt: old)).decision == .denied(Refusal(.staleTap)))
  }

  @Test func `a word of links that another program sets counts for the next tap`() throws {
    let database = try TemporaryDatabase()
    let one = try TestHouse(path: database.path, seed: 1)
    let other = try TestHouse(path: database.path, seed: 2)
    try one.furnish()
    #expect(try one.decide(one.tap("t1", link: "xxx/own")).decision == .granted)
    try other.set("link.bare", to: "key")
    try other.set("link.schemes", to: "house,home")
    guard case .denied(let refusal) = try one.decide(one.tap("t2", link: "xxx/own")).decision else {
      Issue.record("the old word still opens")
      return
    }
    #expect(refusal.reason == .malformedLink)
    #expect(try one.decide(one.tap("t3", link: "key/own")).decision == .granted)
    #expect(try one.decide(one.tap("t4", link: "home://unlock/own")).decision == .granted)
    #expect(try one.decide(one.tap("t5", item: "own")).link == "house://unlock/own")
  }

  @Test func `a deadline that is set holds for commands from then on`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.set("command.deadline", to: "1s")
    let command = try house.command(present(house.decide(house.tap("t1")).command))
    #expect(command.deadline.milliseconds - command.decidedAt.milliseconds == 1_000)
  }

  @Test func `a stored value that cannot be used opens nothing`() throws {
    let house = try TestHouse()
    try house.furnish()
    try house.set("tap.maxAge", to: "soon")
    #expect(throws: SettingError.self) { try house.decide(house.tap("t1")) }
    #expect(try house.entries().isEmpty)
    try house.set("tap.maxAge", to: nil)
    #expect(try house.decide(house.tap("t1")).decision == .granted)
  }
}

struct SettingVector: Sendable, CustomTestStringConvertible {
  let name: String
  let value: String
  /// Words of the error, or nil when the value is taken.
  let error: String?

  init(_ name: String, _ value: String, _ error: String? = nil) {
    self.name = name
    self.value = value
    self.error = error
  }

  var testDescription: String { "\(name)=\(value)" }

  static let all = [
    Self("tap.maxAge", "1s"), Self("tap.maxAge", "5m"),
    Self("tap.maxAge", "999ms", "'999ms' is outside 1s to 5m"),
    Self("tap.maxAge", "300001ms", "outside 1s to 5m"),
    Self("tap.maxAge", "", "expected a whole number and a unit"),
    Self("tap.maxAge", "30", "expected a whole number and a unit"),
    Self("tap.maxAge", "-1s", "expected a whole number and a unit"),
    Self("tap.maxAge", "1.5s", "expected a whole number and a unit"),
    Self("tap.maxAge", "99999999999999999999s", "at most 36500d"),
    Self("tap.maxSkew", "0s"), Self("tap.maxSkew", "1h"),
    Self("tap.maxSkew", "3600001ms", "outside 0s to 1h"),
    Self("tap.remember", "1h"), Self("tap.remember", "366d"),
    Self("tap.remember", "59m", "outside 1h to 366d"),
    Self("tap.remember", "367d", "outside 1h to 366d"),
    Self("command.deadline", "1s"), Self("command.deadline", "1m"),
    Self("command.deadline", "999ms", "outside 1s to 1m"),
    Self("command.deadline", "61s", "outside 1s to 1m"),
    Self("link.bare", "key"), Self("link.bare", "", ""), Self("link.bare", "a/b", "a/b"),
    Self("link.bare", "\u{212A}ey", ""),
    Self("link.schemes", "a,b"), Self("link.schemes", "", "at least one"),
    Self("link.schemes", "a,,b", ""), Self("link.schemes", "a, b", ""),
    Self("link.schemes", "https", "https"), Self("link.schemes", "a,A", ""),
    Self("link.hosts", "keys.example"), Self("link.hosts", ""), Self("link.hosts", "a b", ""),
    Self("link.hosts", "keys.example,", ""),
    Self("link.appleApps", ""), Self("link.appleApps", "TEAMID1234.com.example.app"),
    Self("link.appleApps", "TEAMID1234.com.a,TEAMID1234.com.b"),
    Self("link.appleApps", "TEAMID1234.a,TEAMID1234.a", "listed twice"),
    Self("link.appleApps", "TEAMID1234.a,", "must be a prefix"),
    Self("link.appleApps", "TEAMID1234.a, TEAMID1234.b", "must be a prefix"),
    Self("link.appleApps", "teamid1234.a", "write TEAMID1234.a"),
    Self("link.androidApps", ""), Self("link.androidApps", android("AB")),
    Self("link.androidApps", "\(android("AB")),\(android("CD"))"),
    Self("link.androidApps", "\(android("AB")),\(android("AB"))", "listed twice"),
    Self("link.androidApps", android("ab"), "; write AB:AB"),
    Self("link.androidApps", "com.example.app", "must be a package"),
  ]

  private static func android(_ byte: String) -> String {
    "com.example.app/" + (0..<32).map { _ in byte }.joined(separator: ":")
  }
}
