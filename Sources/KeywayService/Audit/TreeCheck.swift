import KeywayCore
import KeywayCrypto
import KeywayStore

/// Rebuilds the log's tree from its leaves and compares with it what is stored of it.
struct TreeCheck {
  private typealias Verification = AuditService.Verification

  private let hasher = SHA256Hasher()
  private var frontier = MerkleFrontier()
  /// Roots of whole tiles that were rebuilt and not compared yet.
  private var rebuilt: [(TreeNode, Digest)] = []
  /// How many nodes of the first level are stored; none where a program wrote the log that kept
  /// none.
  private let isKept: Bool
  private let verifiers: [NoteVerifier]
  /// What is still to be compared, smallest size first.
  private var promises: ArraySlice<StoredCheckpoint>

  /// How many entries were added.
  var size: Int64 { frontier.size }

  init(_ environment: ServiceEnvironment) throws {
    var promises: [StoredCheckpoint] = []
    var keys: [String] = []
    var nodeCount: Int64 = 0
    try environment.store.read { reader in
      try reader.forEachCheckpoint { promises.append($0) }
      keys = try reader.logKeys()
      nodeCount = try reader.nodeCount(ofLevel: TreeTile.height)
    }
    self.promises = promises[...]
    isKept = nodeCount > 0
    do throws(LogTextError) {
      verifiers = try keys.map { line throws(LogTextError) in try NoteVerifier(parsing: line) }
    } catch {
      throw Verification.failed(at: 0, "a verifier of the log cannot be read: \(error)")
    }
    try comparePromises()
  }

  /// Adds the next leaf.
  mutating func append(_ leaf: Digest) throws {
    var completed: [(TreeNode, Digest)] = []
    frontier.append(leaf, hashing: hasher) { node, hash in
      if node.level % TreeTile.height == 0 { completed.append((node, hash)) }
    }
    if isKept { rebuilt += completed }
    try comparePromises()
  }

  /// Compares the nodes that were rebuilt since the last call with those that are stored.
  mutating func compareNodes(in environment: ServiceEnvironment) throws {
    let rebuilt = rebuilt
    self.rebuilt.removeAll(keepingCapacity: true)
    try environment.store.read { reader in
      for (node, hash) in rebuilt {
        let stored = try reader.nodes(
          ofLevel: node.level, from: node.index, to: node.index + 1)
        guard stored.first == hash else {
          let words = stored.isEmpty ? "is missing" : "is not the root of its entries"
          let first = node.index << Int64(node.level)
          throw Verification.failed(
            at: first, "node \(node.index) of level \(node.level) \(words)")
        }
      }
    }
  }

  /// To be called after the last entry.
  mutating func finish(in environment: ServiceEnvironment) throws {
    if let promise = promises.first {
      throw Verification.failed(
        at: size, "entry \(size) is missing: a checkpoint promised \(promise.size) entries")
    }
    var level = TreeTile.height
    while isKept, size >> Int64(level) > 0 || level == TreeTile.height {
      let count = try environment.store.read { try $0.nodeCount(ofLevel: level) }
      if count > size >> Int64(level) {
        throw Verification.failed(
          at: size, "node \(count - 1) of level \(level) stands outside the log")
      }
      level += TreeTile.height
    }
  }

  private mutating func comparePromises() throws {
    while let promise = promises.first, promise.size == size {
      promises.removeFirst()
      do throws(LogTextError) {
        let signed = try SignedCheckpoint(parsing: promise.note.span)
        _ = try signed.note.verify(by: verifiers)
        guard signed.checkpoint.size == size,
          signed.checkpoint.root == frontier.root(hashing: hasher)
        else { throw LogTextError(.root, "its root is not that of the entries") }
      } catch {
        throw Verification.failed(
          at: size, "the checkpoint of \(size) entries does not hold: \(error.message)")
      }
    }
  }
}
