/// The place of a *complete* node of the log's tree: one that covers 2^level leaves, all of which
/// exist.
///
/// A complete node never changes again, whatever is appended, so only such nodes are stored.
package struct TreeNode: Hashable, Sendable {
  /// 0 for a leaf, at most 62.
  package let level: Int
  /// Counted from 0 at the left, within the level.
  package let index: Int64

  /// Traps when the level lies outside 0 to 62 or the index is negative.
  package init(level: Int, index: Int64) {
    precondition((0...62).contains(level) && index >= 0, "there is no such node")
    self.level = level
    self.index = index
  }

  /// Whether a tree with that many leaves has the node.
  package func isComplete(inTreeOfSize size: Int64) -> Bool {
    index < size >> Int64(level)
  }
}
