import Foundation
import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct CheckpointTests {
  private let database: TemporaryDatabase
  private let house: TestHouse
  private let actor = Actor(name: "user:0", because: "test")

  init() throws {
    database = try TemporaryDatabase()
    house = try TestHouse(path: database.path)
    try house.furnish()
  }

  private var keyFile: LogKeyFile { LogKeyFile(database: database.path) }
  private var checkpoints: CheckpointService {
    CheckpointService(environment: house.environment, keyFile: keyFile)
  }
  private var audit: AuditService { AuditService(environment: house.environment) }

  /// Adds that many decisions to the log.
  private func grow(by count: Int, _ prefix: String = "t") throws {
    for first in stride(from: 0, to: count, by: 100) {
      _ = try house.unlocking.decide(
        (first..<min(first + 100, count)).map { house.tap("\(prefix)\($0)") })
    }
  }

  private func tamper(_ sql: String) throws {
    let triggers = [
      "log_leaf_stays", "log_leaf_is_kept", "log_body_stays", "log_body_is_kept", "log_tile_stays",
      "log_tile_is_kept", "log_checkpoint_stays", "log_checkpoint_is_kept",
    ]
    let sources = try ForeignProgram(path: database.path).column(
      "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name IN ("
        + triggers.map { "'\($0)'" }.joined(separator: ",") + ")")
    try ForeignProgram(path: database.path).run(
      triggers.map { "DROP TRIGGER \($0);" }.joined() + sql + ";"
        + sources.map { "\($0);" }.joined())
  }

  @Test func `a promise is kept, and is the same until the log grows`() throws {
    try grow(by: 3)
    let first = try checkpoints.take(by: actor)
    #expect(first.checkpoint.size == 3)
    #expect(first.checkpoint.origin.hasPrefix("keyway/"))
    #expect(try checkpoints.take(by: actor).note.bytes == first.note.bytes)
    let verifiers = try checkpoints.verifiers(by: actor)
    #expect(verifiers.count == 1)
    let verifier = try NoteVerifier(parsing: present(verifiers.first))
    #expect(try first.note.verify(by: [verifier]) == [verifier.key])
    try grow(by: 400, "u")
    #expect(try checkpoints.take(by: actor).checkpoint.size == 403)
    #expect(try audit.verify() == .holds(entries: 403))
    #expect(try audit.verify(against: first) == .holds(entries: 3))
  }

  @Test func `the key is for its owner only, and another one's is refused`() throws {
    try grow(by: 1)
    _ = try checkpoints.take(by: actor)
    let path = database.path + "-log-key"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    chmod(path, 0o640)
    try grow(by: 1, "u")
    let error = #expect(throws: StoreError.self) { try checkpoints.take(by: actor) }
    #expect(error?.code == .permission)
    chmod(path, 0o600)
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    let damaged = #expect(throws: StoreError.self) { try checkpoints.take(by: actor) }
    #expect(damaged?.code == .corrupt)
  }

  @Test func `after a rotation the new key signs, and what the old one signed stays good`() throws {
    try grow(by: 2)
    let old = try checkpoints.take(by: actor)
    let new = try checkpoints.rotate(by: actor)
    #expect(new.checkpoint.size == 3)
    #expect(new.note.signatures[0].key != old.note.signatures[0].key)
    #expect(try checkpoints.verifiers(by: actor).count == 2)
    #expect(try house.entries().last?.text("object") == "log key")
    #expect(try audit.verify() == .holds(entries: 3))
    #expect(try audit.verify(against: old) == .holds(entries: 2))
  }

  @Test func `a promise is due after an hour in which the log grew`() throws {
    try checkpoints.takeIfDue(by: actor)
    #expect(try house.store.read { try $0.lastCheckpoint() } == nil)
    for (wait, taken) in [(0, 1), (3_599_999, 1), (1, 3)] as [(Int64, Int64)] {
      house.advance(by: wait)
      try grow(by: 1, "w\(wait)-")
      try checkpoints.takeIfDue(by: actor)
      #expect(try house.store.read { try $0.lastCheckpoint() }?.size == taken)
    }
    house.advance(by: 4_000_000)
    try checkpoints.takeIfDue(by: actor)
    #expect(try house.store.read { try $0.lastCheckpoint() }?.size == 3)
  }

  @Test func `a changed entry, node or promise is found and named`() throws {
    try grow(by: 600)
    _ = try checkpoints.take(by: actor)
    let changes: [(sql: String, undo: String, sequence: Int64, words: String)] = [
      (
        "UPDATE log_tile SET hash = zeroblob(32) WHERE level = 8 AND idx = 1",
        "UPDATE log_tile SET hash = x'HASH' WHERE level = 8 AND idx = 1", 256, "node 1 of level 8"
      ),
      (
        "UPDATE log_checkpoint SET note = replace(note, '600', '599')",
        "UPDATE log_checkpoint SET note = replace(note, '599', '600')", 600,
        "the checkpoint of 600 entries"
      ),
    ]
    let hash = try house.store.read { try $0.nodes(ofLevel: 8, from: 1, to: 2)[0].hex }
    for change in changes {
      try tamper(change.sql)
      guard case .failed(let sequence, let words) = try audit.verify() else {
        Issue.record("\(change.words) was not found")
        continue
      }
      #expect(sequence == change.sequence)
      #expect(words.contains(change.words), "\(words)")
      try tamper(change.undo.replacingOccurrences(of: "HASH", with: hash))
    }
    #expect(try audit.verify() == .holds(entries: 600))
  }

  @Test func `a log that was cut does not keep its promises, inside or outside`() throws {
    try grow(by: 300)
    let outside = try checkpoints.take(by: actor)
    try tamper(
      """
      DELETE FROM log_leaf WHERE seq >= 290; DELETE FROM log_body WHERE seq >= 290;
      DELETE FROM command_tap; DELETE FROM tap_\(Timestamp.morning.milliseconds / 86_400_000)
      """)
    #expect(
      try audit.verify()
        == .failed(at: 290, "entry 290 is missing: a checkpoint promised 300 entries"))
    try tamper("DELETE FROM log_checkpoint")
    #expect(try audit.verify() == .holds(entries: 290))
    #expect(try audit.verify(against: outside) == .failed(at: 290, "entry 290 is missing"))
  }

  @Test func `a rewritten log is told from an outside promise, and signs nothing any more`() throws
  {
    try grow(by: 5)
    let outside = try checkpoints.take(by: actor)
    let body = #"{"kind":"decision","seq":2,"v":1}"#
    let leaf = SHA256Hasher().hash(prefix: 0, Array(body.utf8).span).hex
    try tamper(
      """
      UPDATE log_leaf SET hash = x'\(leaf)' WHERE seq = 2;
      UPDATE log_body SET body = CAST('\(body)' AS BLOB) WHERE seq = 2
      """)
    guard case .failed(5, _) = try audit.verify() else {
      Issue.record("the stored promise does not tell")
      return
    }
    guard case .failed(5, _) = try audit.verify(against: outside) else {
      Issue.record("the outside promise does not tell")
      return
    }
    try grow(by: 1, "u")
    let error = #expect(throws: StoreError.self) { try checkpoints.take(by: actor) }
    #expect(error?.code == .corrupt)
  }

  @Test func `every entry and every size is proved, and nothing else`() throws {
    try grow(by: 270)
    let verifier = try NoteVerifier(parsing: present(checkpoints.verifiers(by: actor).first))
    for sequence in [0, 1, 127, 255, 256, 269] as [Int64] {
      let file = try audit.proveInclusion(
        of: sequence, size: nil, by: actor, checkpoints: checkpoints)
      guard
        case .inclusion(_, 270, sequence, let entry) = try ProofCheck(
          file.bytes, entry: nil, verifiers: [verifier])
      else {
        Issue.record("entry \(sequence)")
        continue
      }
      let stored = try audit.entry(sequence).record.body
      #expect(entry == stored)
      let other = try audit.entry((sequence + 1) % 270).record.body
      guard case .fails = try ProofCheck(file.bytes, entry: other, verifiers: [verifier]) else {
        Issue.record("another entry was taken for \(sequence)")
        continue
      }
    }
    for (old, new) in [(0, 270), (1, 2), (255, 256), (200, 270), (270, 270)] as [(Int64, Int64)] {
      let file = try audit.proveConsistency(
        from: old, to: new, by: actor, checkpoints: checkpoints)
      guard
        case .consistency(_, old, new) = try ProofCheck(
          file.bytes, entry: nil, verifiers: [verifier])
      else {
        Issue.record("from \(old) to \(new)")
        continue
      }
    }
    #expect(throws: ServiceError.self) {
      try audit.proveInclusion(of: 270, size: nil, by: actor, checkpoints: checkpoints)
    }
    #expect(throws: ServiceError.self) {
      try audit.proveConsistency(from: 3, to: 2, by: actor, checkpoints: checkpoints)
    }
    #expect(try audit.verify() == .holds(entries: 270))
  }
}
