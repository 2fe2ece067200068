import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct StateVerbTests {
  private static let actor = Actor(name: "user:1000", because: "phone lost")

  private func change(
    _ house: TestHouse, _ verb: StateVerb, adding other: [String] = [], dryRun: Bool = false
  ) throws -> [RegistryResult] {
    try verb.change(house.registry, verb.names + other, Self.actor, dryRun)
  }

  @Test(arguments: StateVerb.all)
  func `it counts for the next tap`(_ verb: StateVerb) throws {
    let house = try TestHouse()
    try house.furnishTwice()
    #expect(try house.decide(house.tap("t1")).decision == .granted)
    _ = try change(house, verb)
    #expect(try house.decide(house.tap("t2")).decision == .denied(verb.refusal))
  }

  @Test(arguments: StateVerb.all)
  func `a command that is on its way is not sent`(_ verb: StateVerb) throws {
    let house = try TestHouse()
    try house.furnishTwice()
    let answer = try house.decide(house.tap("t1"))
    _ = try change(house, verb)
    let driver = RecordingDriver()
    let command = try house.dispatch(answer, driver)
    #expect(command.state == .failed)
    #expect(command.detail == "no_longer_granted")
    #expect(driver.commands.isEmpty)
  }

  @Test(arguments: StateVerb.all)
  func `each record that changes has one entry, with the actor and the reason`(
    _ verb: StateVerb
  ) throws {
    let house = try TestHouse()
    try house.furnishTwice()
    _ = try change(house, verb)
    let entries = try house.entries()
    #expect(
      entries.map { "\($0.text("verb") ?? "-") \($0.text("object") ?? "-")" } == verb.entries)
    #expect(Set(entries.map { $0["id"] }).count == entries.count)
    let actor = try house.store.read { reader in try reader.pseudonym(ofActor: "user:1000") }
    for entry in entries {
      #expect(entry.text("kind") == "administration")
      #expect(try entry.text("actor") == present(actor))
      guard case .object(let reason)? = entry["because"] else {
        Issue.record("no reason in \(entry.text)")
        continue
      }
      #expect(reason.text("hmac")?.utf8.count == 64)
    }
    #expect(try house.verify() == .holds(entries: Int64(entries.count)))
  }

  @Test(arguments: StateVerb.ofRecords)
  func `one that is missing among several changes nothing`(_ verb: StateVerb) throws {
    let house = try TestHouse()
    try house.furnishTwice()
    let before = try house.exported()
    let error = try #require(throws: RegistryError.self) {
      try change(house, verb, adding: ["nobody"])
    }
    #expect(error.code == .notFound)
    #expect(error.ids == ["nobody"])
    #expect(try house.exported() == before)
    #expect(try house.entries().isEmpty)
    #expect(try house.decide(house.tap("t1")).decision == .granted)
  }

  @Test(arguments: StateVerb.all)
  func `when the last entry cannot be written nothing is changed`(_ verb: StateVerb) throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnishTwice()
    let before = try house.exported()
    try ForeignProgram(path: database.path).run(
      """
      CREATE TRIGGER full BEFORE INSERT ON log_body WHEN new.seq >= \(verb.entries.count - 1)
      BEGIN SELECT raise(ABORT, 'the log is full'); END
      """)
    #expect(throws: StoreError.self) { try change(house, verb) }
    #expect(try house.exported() == before)
    #expect(try house.entries().isEmpty)
  }

  @Test(arguments: StateVerb.all)
  func `a dry run says the same and changes nothing`(_ verb: StateVerb) throws {
    let house = try TestHouse()
    try house.furnishTwice()
    let before = try house.exported()
    let rehearsed = try change(house, verb, dryRun: true)
    #expect(try house.exported() == before)
    #expect(try house.entries().isEmpty)
    #expect(try change(house, verb) == rehearsed)
    #expect(rehearsed.count == verb.entries.count)
  }

  @Test(arguments: StateVerb.all.filter { $0.testDescription != "device remove" })
  func `again it changes nothing and writes no entry`(_ verb: StateVerb) throws {
    let house = try TestHouse()
    try house.furnishTwice()
    _ = try change(house, verb)
    let (registry, size) = (try house.exported(), try house.entries().count)
    let results = try change(house, verb)
    #expect(results.allSatisfy { $0.kind == .kept } && !results.isEmpty)
    #expect(try house.exported() == registry)
    #expect(try house.entries().count == size)
  }
}
