import KeywayCore
import KeywayCrypto
import KeywayStore

/// How a copy of a store stands to the store in whose place it is to go, by what their logs say.
package enum CopyRelation: String, Sendable, CaseIterable {
  /// Both logs are the same.
  case same
  /// All that the store has logged stands in the copy, and more.
  case newer
  /// The copy's log is where the store's once was.
  case older
  /// The logs begin as one and part then.
  case forked
  /// The logs have nothing in common: the copy is another store's.
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
    if try !Self.isEqual(copy, present, upTo: min(size, copied)) {
      self = try copied > 0 && Self.isEqual(copy, present, upTo: 1) ? .forked : .other
    } else {
      self = copied < size ? .older : copied == size ? .same : .newer
    }
  }

  private static func isEqual(
    _ copy: any Store, _ present: any Store, upTo size: Int64
  ) throws -> Bool {
    let tree = LogTree(hasher: SHA256Hasher())
    let roots = try [copy, present].map { store in
      try store.read { reader in try tree.root(ofSize: size, in: reader) }
    }
    return roots[0] == roots[1]
  }

  /// Whether the copy may lack what happened since it was made.
  package var mayHaveLost: Bool { self != .same && self != .newer }
  /// Whether both are of one house, so that what ended in one has ended in the other. In a newer copy
  /// what ended may have begun again.
  var takesOver: Bool { self == .same || self == .older || self == .forked }
}
