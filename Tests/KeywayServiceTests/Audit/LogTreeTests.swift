import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct LogTreeTests {
  private let hasher = SHA256Hasher()

  /// Appends entries in transactions of these sizes.
  private func append(_ sizes: [Int], to house: TestHouse) throws {
    for size in sizes {
      try house.store.write { tx in
        let log = LogAppender(after: try tx.logSize(), hasher: hasher)
        for _ in 0..<size { log.append(["v": .integer(1), "kind": .string("test")]) }
        try log.finish(in: tx)
      }
    }
  }

  /// The root over hashes, level by level.
  private func root(_ hashes: ArraySlice<Digest>) -> Digest {
    var row = Array(hashes)
    while row.count > 1 {
      row = stride(from: 0, to: row.count, by: 2).map { hasher.node(row[$0], row[$0 + 1]) }
    }
    return row[0]
  }

  private func check(_ house: TestHouse, size: Int64) throws {
    try house.store.read { reader in
      let leaves = try reader.leaves(from: 0, to: size)
      let nodes = try reader.nodes(ofLevel: 8, from: 0, to: .max)
      #expect(nodes.count == leaves.count / 256)
      for (index, node) in nodes.enumerated() {
        #expect(node == root(leaves[index * 256..<index * 256 + 256]))
      }
      let above = try reader.nodes(ofLevel: 16, from: 0, to: .max)
      #expect(above.count == leaves.count / 65_536)
      for (index, node) in above.enumerated() {
        #expect(node == root(nodes[index * 256..<index * 256 + 256]))
      }
      #expect(try reader.nodeCount(ofLevel: 24) == 0)
    }
    #expect(try house.verify() == .holds(entries: size))
  }

  @Test(arguments: [
    [255], [256], [257], [1, 255], [255, 1], [255, 2, 300], [1_024], [700, 1_000, 1],
  ])
  func `the root of each whole tile is kept, however its entries came`(_ sizes: [Int]) throws {
    let house = try TestHouse()
    try append(sizes, to: house)
    try check(house, size: Int64(sizes.reduce(0, +)))
  }

  @Test func `tiles of tiles are kept, too`() throws {
    let house = try TestHouse()
    try append([65_535, 2, 200], to: house)
    try check(house, size: 65_737)
  }

  @Test func `a log without a tree gets one when its next tile is full`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try append([600], to: house)
    try ForeignProgram(path: database.path).run(
      "DROP TRIGGER log_tile_is_kept; DELETE FROM log_tile")
    try append([300], to: house)
    let count = try house.store.read { try $0.nodeCount(ofLevel: 8) }
    #expect(count == 3)
  }

  @Test func `a damaged entry keeps nobody out`() throws {
    let database = try TemporaryDatabase()
    let house = try TestHouse(path: database.path)
    try house.furnish()
    try append([200], to: house)
    try ForeignProgram(path: database.path).run(
      "DROP TRIGGER log_leaf_is_kept; DELETE FROM log_leaf WHERE seq = 7")
    let answers = try house.unlocking.decide((0..<100).map { house.tap("t\($0)") })
    #expect(answers.allSatisfy { $0.decision == .granted })
    #expect(try house.store.read { try $0.nodeCount(ofLevel: 8) } == 0)
  }
}
