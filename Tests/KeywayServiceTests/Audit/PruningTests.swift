import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct PruningTests {
  private let database: TemporaryDatabase
  private let house: TestHouse
  private let actor = Actor(name: "user:0", because: "retention")

  init() throws {
    database = try TemporaryDatabase()
    house = try TestHouse(path: database.path)
    try house.furnish()
  }

  private var checkpoints: CheckpointService {
    CheckpointService(
      environment: house.environment, keyFile: LogKeyFile(database: database.path))
  }
  private var audit: AuditService { AuditService(environment: house.environment) }

  /// 600 decisions of one instant, then 100 of an hour later.
  private func fill() throws {
    _ = try house.unlocking.decide((0..<600).map { house.tap("a\($0)") })
    house.advance(by: 3_600_000)
    _ = try house.unlocking.decide((0..<100).map { house.tap("b\($0)") })
  }

  private func prune(before milliseconds: Int64 = 0) throws -> AuditService.Pruning {
    let instant = Timestamp(milliseconds: house.now.milliseconds + milliseconds)
    return try audit.prune(before: instant, by: actor, checkpoints: checkpoints)
  }

  @Test func `whole tiles before the instant lose their bodies, and all the rest stays`() throws {
    try fill()
    let before = try checkpoints.take(by: actor)
    let leaves = try house.store.read { try $0.leaves(from: 0, to: 700) }
    let kept = Array(try house.bodies()[512...])
    #expect(try prune() == AuditService.Pruning(below: 512, removed: 512))
    #expect(try house.store.read { try $0.leaves(from: 0, to: 700) } == leaves)
    #expect(Array(try house.bodies().prefix(188)) == kept)
    #expect(try audit.verify() == .holds(entries: 701, pruned: 512))
    #expect(try audit.verify(against: before) == .holds(entries: 700, pruned: 512))
    let said = try present(house.entries().last)
    #expect(said.text("verb") == "prune")
    #expect(said.object("set")?.integer("below") == 512)
    #expect(try #require(house.store.read { try $0.lastCheckpoint() }).size == 701)
  }

  @Test func `pruning again does nothing, and later goes on where it ended`() throws {
    try fill()
    #expect(try prune().removed == 512)
    #expect(try prune() == AuditService.Pruning(below: 512, removed: 0))
    #expect(try house.store.read { try $0.logSize() } == 701)
    _ = try house.unlocking.decide((0..<100).map { house.tap("c\($0)") })
    house.advance(by: 1)
    #expect(try prune() == AuditService.Pruning(below: 768, removed: 256))
    #expect(try audit.verify() == .holds(entries: 802, pruned: 768))
  }

  @Test func `nothing goes before a tile is full, nor of what is still to come`() throws {
    _ = try house.unlocking.decide((0..<255).map { house.tap("a\($0)") })
    house.advance(by: 1)
    #expect(try prune() == AuditService.Pruning(below: 0, removed: 0))
    #expect(try house.store.read { try $0.logSize() } == 255)
    let error = #expect(throws: ServiceError.self) { try prune(before: 1) }
    #expect(error?.code == .invalid)
  }

  @Test func `an entry is before an instant only when it is older`() throws {
    try fill()
    #expect(try prune(before: -3_600_000).removed == 0)
    #expect(try prune(before: -3_599_999).removed == 512)
  }

  @Test func `a rehearsal says what would go and changes nothing`() throws {
    try fill()
    let rehearsal = try audit.prune(
      before: house.now, by: actor, checkpoints: checkpoints, isRehearsal: true)
    #expect(rehearsal == AuditService.Pruning(below: 512, removed: 512))
    #expect(try audit.verify() == .holds(entries: 700))
    #expect(try house.store.read { try $0.lastCheckpoint() } == nil)
  }

  @Test func `what was killed on the way is done by the next call`() throws {
    try fill()
    _ = try prune()
    let more = try house.unlocking.decide((0..<400).map { house.tap("c\($0)") })
    #expect(more.count == 400)
    // The mark of a call that went no further.
    try house.store.write { transaction in
      let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
      let sequence = log.append([
        "verb": .string("prune"), "object": .string("log"),
        "set": .object(["below": .integer(768)]),
      ])
      try log.finish(in: transaction)
      try transaction.append(PruningMark(below: 768, sequence: sequence))
    }
    #expect(try audit.verify() == .holds(entries: 1102, pruned: 512))
    house.advance(by: -3_600_000)
    #expect(try prune() == AuditService.Pruning(below: 768, removed: 256))
    #expect(try audit.verify() == .holds(entries: 1102, pruned: 768))
  }

  @Test func `a pruned entry is proved by its hash, and shown as pruned`() throws {
    try fill()
    let body = try audit.entry(3).record.body
    _ = try prune()
    let file = try audit.proveInclusion(of: 3, size: nil, by: actor, checkpoints: checkpoints)
    #expect(file.extra == nil)
    let verifiers = try checkpoints.verifiers(by: actor).map { try NoteVerifier(parsing: $0) }
    guard
      case .inclusion(_, 701, 3, body) = try ProofCheck(
        file.bytes, entry: body, verifiers: verifiers)
    else {
      Issue.record("the proof does not hold")
      return
    }
    let error = #expect(throws: ServiceError.self) { try audit.entry(3) }
    #expect(error?.message == "entry 3 was pruned; entry 700 of the log says so")
  }

  @Test func `tiles are published as before, bundles of entries from the first that is whole`()
    throws
  {
    try fill()
    _ = try prune()
    let signed = try checkpoints.take(by: actor)
    var paths: [String] = []
    let export = TileExport(environment: house.environment, hasEntries: true)
    try export.write(signed, earlier: 0) { paths.append($0.path) }
    #expect(
      paths == [
        "tile/0/000", "tile/0/001", "tile/0/002.p/189", "tile/1/000.p/2",
        "tile/entries/002.p/189", "checkpoint",
      ])
  }

  @Test func `an entry that was changed is not pruned, which would hide it`() throws {
    try fill()
    try ForeignProgram(path: database.path).tamper(
      "UPDATE log_body SET body = x'7b7d' WHERE seq = 7")
    let error = #expect(throws: StoreError.self) { try prune() }
    #expect(error?.message == "nothing was pruned: entry 7 is not what its leaf hash promises")
    #expect(try house.store.read { try $0.bodyCount(below: 512) } == 512)
  }

  @Test(arguments: [
    "DELETE FROM log_body WHERE seq = 512", "DELETE FROM log_body WHERE seq = 700",
    "DELETE FROM log_pruned", "UPDATE log_pruned SET below = 256",
    "INSERT INTO log_pruned VALUES (768, 700)", "INSERT INTO log_pruned VALUES (256, 256)",
    "INSERT INTO log_pruned VALUES (300, 700)",
    "INSERT OR REPLACE INTO log_pruned VALUES (512, 699)",
    "INSERT INTO log_body VALUES (3, x'7b7d')",
  ])
  func `the database itself lets nothing else go`(_ sql: String) throws {
    try fill()
    _ = try prune()
    let program = try ForeignProgram(path: database.path)
    #expect(throws: ForeignProgram.Failure.self) { try program.run(sql) }
    #expect(try audit.verify() == .holds(entries: 701, pruned: 512))
  }

  @Test func `no body goes before a checkpoint covers what the log says`() throws {
    try fill()
    try house.store.write { transaction in
      let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
      let sequence = log.append([
        "verb": .string("prune"), "object": .string("log"),
        "set": .object(["below": .integer(512)]),
      ])
      try log.finish(in: transaction)
      try transaction.append(PruningMark(below: 512, sequence: sequence))
    }
    let error = #expect(throws: StoreError.self) {
      try house.store.write { try $0.removeBodies(below: 512, atMost: 1) }
    }
    #expect(error?.code == .constraint)
    #expect(try house.store.read { try $0.bodyCount(below: 512) } == 512)
  }

  @Test func `bodies that went otherwise are missed`() throws {
    try fill()
    _ = try prune()
    try ForeignProgram(path: database.path).tamper("DELETE FROM log_body WHERE seq = 600")
    guard case .failed(600, "entry 600 has no body") = try audit.verify() else {
      Issue.record("not found")
      return
    }
  }

  @Test func `a mark that the log does not speak of is named`() throws {
    try fill()
    _ = try house.unlocking.decide((0..<400).map { house.tap("c\($0)") })
    _ = try prune()
    let program = try ForeignProgram(path: database.path)
    try program.run("DROP TRIGGER log_pruned_is_said")
    try program.run("INSERT INTO log_pruned VALUES (768, 1000)")
    #expect(
      try audit.verify()
        == .failed(
          at: 1000, "entry 1000 does not say that the entries below 768 were pruned"))
  }
}
