import KeywayCore
import KeywayCrypto
import Testing

/// What somebody does to the log of ``LogForgeryTests``, and what is found.
struct Forgery: Sendable, CustomTestStringConvertible {
  /// The first entry that is in doubt, or the size of the log of which a promise is broken, and the
  /// words for it.
  struct Finding: Sendable {
    let sequence: Int64
    let words: String
  }

  let name: String
  /// What `audit verify` says; nil when the log agrees with itself.
  let alone: Finding?
  /// What a checkpoint from before says that was kept elsewhere; nil when what it promised is kept.
  let promised: Finding?
  let forge: @Sendable (LogForger) throws -> Void

  var testDescription: String { name }

  init(
    _ name: String, alone: (Int64, String)?, promised: (Int64, String)?,
    forge: @escaping @Sendable (LogForger) throws -> Void
  ) {
    self.name = name
    self.alone = alone.map { Finding(sequence: $0.0, words: $0.1) }
    self.promised = promised.map { Finding(sequence: $0.0, words: $0.1) }
    self.forge = forge
  }

  static let all = entries + nodes + promises

  private static let isNotPromised =
    (
      1_600, "the log's first 1600 entries are not those that were promised"
    ) as (Int64, String)
  private static let hasNotTheRoot =
    (
      1_600, "the checkpoint of 1600 entries does not hold: its root is not that of the entries"
    ) as (Int64, String)

  private static func leaf(_ sequence: Int64) -> (Int64, String) {
    (sequence, "entry \(sequence) is not what its leaf hash promises")
  }

  private static func missing(_ sequence: Int64) -> (Int64, String) {
    (sequence, "entry \(sequence) is missing")
  }

  private static let entries = [
    Self("one byte of an entry", alone: leaf(700), promised: leaf(700)) { forger in
      try forger.replace("add", with: "adf", in: 700, withLeaf: false)
    },
    Self("an entry removed", alone: missing(700), promised: missing(700)) { forger in
      try forger.run("DELETE FROM log_body WHERE seq = 700; DELETE FROM log_leaf WHERE seq = 700")
    },
    Self("two entries swapped", alone: leaf(700), promised: leaf(700)) { forger in
      let (one, other) = (try forger.body(700), try forger.body(900))
      try forger.write(other, at: 700, withLeaf: false)
      try forger.write(one, at: 900, withLeaf: false)
    },
    Self(
      "two entries swapped with their leaf hashes",
      alone: (700, "entry 700 does not carry its own number"),
      promised: (700, "entry 700 does not carry its own number")
    ) { forger in
      let (one, other) = (try forger.body(700), try forger.body(900))
      try forger.write(other, at: 700, withLeaf: true)
      try forger.write(one, at: 900, withLeaf: true)
    },
    Self(
      "two entries swapped, numbered and hashed anew, and no checkpoint left",
      alone: (512, "node 2 of level 8 is not the root of its entries"), promised: isNotPromised
    ) { forger in
      try forger.swap(700, 900)
      try forger.run("DELETE FROM log_checkpoint")
    },
    Self(
      "two entries of the tile that is not full yet, numbered and hashed anew",
      alone: hasNotTheRoot, promised: isNotPromised
    ) { forger in
      try forger.swap(1_540, 1_550)
    },
    Self(
      "an entry changed with all hashes above it", alone: hasNotTheRoot, promised: isNotPromised
    ) { forger in
      try forger.replace("add", with: "edit", in: 700, withLeaf: true)
      try forger.rebuildNodes()
    },
  ]

  private static let nodes = [
    Self(
      "a node changed", alone: (768, "node 3 of level 8 is not the root of its entries"),
      promised: nil
    ) { forger in
      try forger.run("UPDATE log_tile SET hash = zeroblob(32) WHERE level = 8 AND idx = 3")
    },
    Self("a node removed", alone: (768, "node 3 of level 8 is missing"), promised: nil) { forger in
      try forger.run("DELETE FROM log_tile WHERE level = 8 AND idx = 3")
    },
    Self(
      "the last node removed", alone: (1_280, "node 5 of level 8 is missing"), promised: nil
    ) { forger in
      try forger.run("DELETE FROM log_tile WHERE level = 8 AND idx = 5")
    },
    Self(
      "a node too many", alone: (1_600, "node 6 of level 8 stands outside the log"), promised: nil
    ) { forger in
      try forger.run("INSERT INTO log_tile VALUES (8, 6, zeroblob(32))")
    },
    Self(
      "a node of a level that the log does not reach",
      alone: (1_600, "node 0 of level 24 stands outside the log"), promised: nil
    ) { forger in
      try forger.run("INSERT INTO log_tile VALUES (24, 0, zeroblob(32))")
    },
  ]

  private static let cut = """
    DELETE FROM log_body WHERE seq >= 600; DELETE FROM log_leaf WHERE seq >= 600
    """

  private static let promises = [
    Self(
      "a checkpoint signed with another key",
      alone: (
        1_600,
        "the checkpoint of 1600 entries does not hold: no signature is by a key that is known"
      ), promised: nil
    ) { forger in
      var random = SystemRandomNumberGenerator()
      try forger.sign(with: SigningKey(using: &random))
    },
    Self(
      "the last thousand entries cut off",
      alone: (600, "entry 600 is missing: a checkpoint promised 1600 entries"),
      promised: missing(600)
    ) { forger in
      try forger.run(cut)
    },
    Self(
      "the last thousand entries cut off with their checkpoint",
      alone: (600, "node 5 of level 8 stands outside the log"), promised: missing(600)
    ) { forger in
      try forger.run(cut)
      try forger.sign(with: forger.ownKey)
    },
    Self(
      "the last thousand entries cut off with all that told of them", alone: nil,
      promised: missing(600)
    ) { forger in
      try forger.run(cut)
      try forger.rebuildNodes()
      try forger.sign(with: forger.ownKey)
    },
    Self(
      "the whole log written and signed anew, with its own key", alone: nil, promised: isNotPromised
    ) { forger in
      for sequence in 0..<Int64(1_600) {
        try forger.replace("add", with: "edit", in: sequence, withLeaf: true)
      }
      try forger.rebuildNodes()
      try forger.sign(with: forger.ownKey)
    },
  ]
}
