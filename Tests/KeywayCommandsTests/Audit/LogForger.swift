internal import CSQLite
import Foundation
import KeywayCore
import KeywayCrypto

/// Somebody with the files of a log, SQLite, and what the log's own hashes and signatures are made
/// of.
final class LogForger {
  struct Failure: Error { let words: String }

  private let path: String
  private var handle: OpaquePointer?
  private let hasher = SHA256Hasher()
  /// What made the triggers that guard the log.
  private var guards: [String] = []

  /// Opens the database and removes what guards the log.
  init(_ path: String) throws {
    self.path = path
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure() }
    let names = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'log%'"
    guards = try rows("SELECT sql FROM sqlite_schema WHERE name IN (\(names))").map(Self.text)
    for name in try rows(names).map(Self.text) { try run("DROP TRIGGER \(name)") }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Puts the guards back, so that nobody misses them.
  func leave() throws {
    for trigger in guards { try run(trigger) }
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// What an entry says.
  func body(_ sequence: Int64) throws -> String {
    let bodies = try rows("SELECT body FROM log_body WHERE seq = \(sequence)")
    guard let body = bodies.first else { throw Failure(words: "no entry \(sequence)") }
    return Self.text(body)
  }

  /// Has an entry say something else, with or without the leaf hash of that.
  func write(_ body: String, at sequence: Int64, withLeaf: Bool) throws {
    try run("UPDATE log_body SET body = x'\(Self.hex(body.utf8))' WHERE seq = \(sequence)")
    guard withLeaf else { return }
    let leaf = hasher.hash(prefix: 0x00, Array(body.utf8).span)
    try run("UPDATE log_leaf SET hash = x'\(leaf.hex)' WHERE seq = \(sequence)")
  }

  /// Puts another word in the place of one that an entry has.
  func replace(
    _ word: String, with other: String, in sequence: Int64, withLeaf: Bool
  ) throws {
    let body = try body(sequence)
    let changed = body.replacingOccurrences(of: word, with: other)
    guard changed != body else { throw Failure(words: "no '\(word)' in \(body)") }
    try write(changed, at: sequence, withLeaf: withLeaf)
  }

  /// Swaps what two entries say, each under the number and with the leaf hash of its new place.
  func swap(_ first: Int64, _ second: Int64) throws {
    let (one, other) = (try body(first), try body(second))
    try write(other, at: first, withLeaf: false)
    try write(one, at: second, withLeaf: false)
    let numbers = ("\"seq\":\(first),", "\"seq\":\(second),")
    try replace(numbers.1, with: numbers.0, in: first, withLeaf: true)
    try replace(numbers.0, with: numbers.1, in: second, withLeaf: true)
  }

  /// Makes all stored nodes those of the leaves.
  func rebuildNodes() throws {
    try run("DELETE FROM log_tile")
    var nodes: [(TreeNode, Digest)] = []
    _ = try frontier { node, hash in
      if node.level > 0, node.level % TreeTile.height == 0 { nodes.append((node, hash)) }
    }
    for (node, hash) in nodes {
      try run("INSERT INTO log_tile VALUES (\(node.level), \(node.index), x'\(hash.hex)')")
    }
  }

  /// Puts one checkpoint, of the log as it stands, in the place of all that are stored.
  func sign(with key: SigningKey) throws {
    guard let last = try rows("SELECT note FROM log_checkpoint ORDER BY size DESC").first else {
      throw Failure(words: "no checkpoint")
    }
    let origin = try SignedCheckpoint(parsing: last.span).checkpoint.origin
    guard let name = NoteKeyName(origin) else { throw Failure(words: origin) }
    let frontier = try frontier { _, _ in }
    let checkpoint = try Checkpoint(
      origin: origin, size: frontier.size, root: frontier.root(hashing: hasher))
    let note = try NoteSigner(name: name, signingKey: key).sign(checkpoint.text)
    try run("DELETE FROM log_checkpoint")
    try run(
      "INSERT INTO log_checkpoint VALUES (\(frontier.size), 0, CAST(x'\(Self.hex(note.bytes))' AS TEXT))"
    )
  }

  /// The key in the file beside the database.
  var ownKey: SigningKey {
    get throws {
      let seed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "-log-key")))
      guard let key = SigningKey(seed: seed.span) else { throw Failure(words: "no key") }
      return key
    }
  }

  /// The tree over the leaves.
  private func frontier(_ completed: (TreeNode, Digest) -> Void) throws -> MerkleFrontier {
    var frontier = MerkleFrontier()
    for bytes in try rows("SELECT hash FROM log_leaf ORDER BY seq") {
      guard let leaf = Digest(bytes: bytes.span) else { throw Failure(words: "no leaf") }
      frontier.append(leaf, hashing: hasher, onNode: completed)
    }
    return frontier
  }

  /// The first column of all rows.
  private func rows(_ sql: String) throws -> [[UInt8]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(statement) }
    var rows: [[UInt8]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let count = Int(sqlite3_column_bytes(statement, 0))
      let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, 0), count: count)
      rows.append(Array(bytes))
    }
    return rows
  }

  private func failure() -> Failure { Failure(words: String(cString: sqlite3_errmsg(handle))) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}
