import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct TileExportTests {
  private let database: TemporaryDatabase
  private let house: TestHouse
  private let actor = Actor(name: "user:0")

  init() throws {
    database = try TemporaryDatabase()
    house = try TestHouse(path: database.path)
    try house.furnish()
  }

  private func grow(by count: Int, _ prefix: String) throws {
    _ = try house.unlocking.decide((0..<count).map { house.tap("\(prefix)\($0)") })
  }

  /// The files of a folder that has those of an earlier size.
  private func export(earlier: Int64, hasEntries: Bool = false) throws -> [(String, [UInt8])] {
    let checkpoints = CheckpointService(
      environment: house.environment, keyFile: LogKeyFile(database: database.path))
    var files: [(String, [UInt8])] = []
    try TileExport(environment: house.environment, hasEntries: hasEntries)
      .write(checkpoints.take(by: actor), earlier: earlier) { files.append(($0.path, $0.bytes)) }
    return files
  }

  private func leaves(_ range: Range<Int64>) throws -> [UInt8] {
    try house.store.read { try $0.leaves(from: range.lowerBound, to: range.upperBound) }
      .flatMap { digest in (0..<32).map { digest.bytes[$0] } }
  }

  @Test func `tiles have the hashes of the tree, the checkpoint comes last`() throws {
    try grow(by: 600, "t")
    let files = try export(earlier: 0)
    #expect(
      files.map(\.0) == [
        "tile/0/000", "tile/0/001", "tile/0/002.p/88", "tile/1/000.p/2", "checkpoint",
      ])
    #expect(files[0].1 == (try leaves(0..<256)))
    #expect(files[2].1 == (try leaves(512..<600)))
    let nodes = try house.store.read { try $0.nodes(ofLevel: 8, from: 0, to: 2) }
    #expect(files[3].1 == nodes.flatMap { digest in (0..<32).map { digest.bytes[$0] } })
    let note = files[4].1
    let signed = try SignedCheckpoint(parsing: note.span)
    #expect(signed.checkpoint.size == 600)
  }

  @Test func `only what is new follows on an earlier export`() throws {
    try grow(by: 300, "t")
    _ = try export(earlier: 0)
    try grow(by: 300, "u")
    #expect(
      try export(earlier: 300).map(\.0) == [
        "tile/0/001", "tile/0/002.p/88", "tile/1/000.p/2", "checkpoint",
      ])
  }

  @Test func `bundles have the entries with their lengths`() throws {
    try grow(by: 257, "t")
    let files = try export(earlier: 0, hasEntries: true)
    let bundles = files.filter { $0.0.hasPrefix("tile/entries/") }
    #expect(bundles.map(\.0) == ["tile/entries/000", "tile/entries/001.p/1"])
    let last = try house.bodies()[256]
    #expect(bundles[1].1 == [UInt8(last.count >> 8), UInt8(last.count & 255)] + last)
  }

  @Test func `a log whose tree was not kept has the same tiles`() throws {
    try grow(by: 600, "t")
    let files = try export(earlier: 0)
    try ForeignProgram(path: database.path).run(
      "DROP TRIGGER log_tile_is_kept; DELETE FROM log_tile WHERE idx > 0")
    let some = try export(earlier: 0)
    try ForeignProgram(path: database.path).run("DELETE FROM log_tile")
    for again in [some, try export(earlier: 0)] {
      #expect(again.map(\.0) == files.map(\.0))
      #expect(again.map(\.1) == files.map(\.1))
    }
  }
}
