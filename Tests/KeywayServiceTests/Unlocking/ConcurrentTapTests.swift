import KeywayCore
import KeywayService
import KeywayStore
import Testing

@Suite struct ConcurrentTapTests {
  @Test func `twenty threads with one use left grant once`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish(key: { $0.maxUses = 1 })
    let taps = (0..<20).map { house.tap("t\($0)") }
    let answers = try concurrently(20) { index in try house.decide(taps[index]) }
    #expect(answers.filter { $0.decision == .granted }.count == 1)
    #expect(answers.filter { $0.decision == .denied(Refusal(.usesExhausted)) }.count == 19)
    #expect(try house.uses() == 1)
    #expect(try house.verify() == .holds(entries: 20))
  }

  @Test func `repeats through two stores on one file get one answer`() throws {
    let database = try TemporaryDatabase()
    let one = try TestHouse(path: database.path, seed: 1)
    let other = try TestHouse(path: database.path, seed: 2)
    try one.furnish(key: { $0.maxUses = 5 })
    let tap = one.tap("t1")
    let answers = try concurrently(16) { index in
      try (index % 2 == 0 ? one : other).decide(tap)
    }
    #expect(answers.allSatisfy { $0.decision == .granted })
    #expect(answers.filter { $0.repeated == nil }.count == 1)
    #expect(answers.filter { $0.repeated == "t1" }.count == 15)
    #expect(Set(answers.map(\.command)).count == 1)
    #expect(try other.uses() == 1)
    #expect(try one.entries().count == 1)
  }

  @Test func `one id with two contents through two stores is one attempt and conflicts`() throws {
    let database = try TemporaryDatabase()
    let one = try TestHouse(path: database.path, seed: 1)
    let other = try TestHouse(path: database.path, seed: 2)
    try one.furnish(key: { $0.maxUses = 5 })
    let taps = [one.tap("t1"), one.tap("t1", link: "xxx/own")]
    let answers = try concurrently(16) { index in
      try (index % 2 == 0 ? one : other).decide(taps[index / 2 % 2])
    }
    #expect(answers.filter { $0.decision == .granted }.count == 8)
    #expect(answers.filter { $0.decision == .denied(Refusal(.tapConflict)) }.count == 8)
    #expect(answers.filter { $0.decision == .granted && $0.repeated == nil }.count == 1)
    for answer in answers where answer.decision != .granted {
      #expect(answer.key == nil && answer.door == nil && answer.command == nil)
    }
    #expect(try other.uses() == 1)
    // The attempt, and the conflict once, however often it came.
    #expect(try one.verify() == .holds(entries: 2))
  }

  @Test func `a key suspended through another store denies the next tap`() throws {
    let database = try TemporaryDatabase()
    let one = try TestHouse(path: database.path, seed: 1)
    let other = try TestHouse(path: database.path, seed: 2)
    try one.furnish()
    #expect(try one.decide(one.tap("t1")).decision == .granted)
    try other.editKey { $0.key.state = .suspended }
    #expect(try one.decide(one.tap("t2")).decision == .denied(Refusal(.suspended, .key)))
    try other.editKey { $0.key.state = .active }
    #expect(try one.decide(one.tap("t3")).decision == .granted)
  }

  @Test func `what one store decided is a repeat for a store that is opened later`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    let first = try house.decide(house.tap("t1"))
    let later = try TestHouse(path: database.path, seed: 3)
    let again = try later.decide(later.tap("t1"))
    #expect(again.repeated == "t1")
    #expect(again.command == first.command)
  }
}
