import KeywayCore
import KeywayCrypto
import KeywayStore

/// How a copy of a store stands to the store in whose place it is to go, by what their logs say.
package enum CopyRelation: String, Sendable, CaseIterable {
  /// All that the store has logged stands in the copy.
  case current
  /// The copy's log is where the store's once was.
  case older
  /// Neither log begins as the other.
  case other
  /// There is no store to compare with, or one that says nothing.
  case unknown

  /// Compares the logs, in one state of each. Blocks.
  ///
  /// - Parameter present: nil when there is no store, or it cannot be read.
  init(of copy: any Store, to present: (any Store)?) throws {
    let size = try present?.read { reader in try reader.logSize() } ?? 0
    guard let present, size > 0 else {
      self = .unknown
      return
    }
    let copied = try copy.read { reader in try reader.logSize() }
    let common = min(size, copied)
    let tree = LogTree(hasher: SHA256Hasher())
    let roots = try [copy, present].map { store in
      try store.read { reader in try tree.root(ofSize: common, in: reader) }
    }
    self = roots[0] != roots[1] ? .other : copied < size ? .older : .current
  }

  /// Whether the copy may lack what happened since it was made.
  package var mayHaveLost: Bool { self != .current }
}
