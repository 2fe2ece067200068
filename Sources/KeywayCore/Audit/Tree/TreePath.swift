/// The way from a node up to the root, as RFC 9162, sections 2.1.3.2 and 2.1.4.2, walks it.
struct TreePath {
  /// `fn`: the number of the node within its level.
  private var node: Int64
  /// `sn`: the number of the last node of that level.
  private var last: Int64

  /// Begins at a node, given with the last node of its level.
  init(from node: Int64, last: Int64) {
    self.node = node
    self.last = last
  }

  /// Whether no hash may follow, and none is missing.
  var isAtRoot: Bool { last == 0 }

  /// Step 4 of section 2.1.4.2: begins at the highest node of which this is the last leaf.
  mutating func leaveRightEdge() {
    let levels = Int64((~node).trailingZeroBitCount)
    node >>= levels
    last >>= levels
  }

  /// Goes to the parent, and tells whether the hash that leads there stands on the left.
  mutating func climb() -> Bool {
    let isSiblingLeft = node & 1 == 1 || node == last
    if isSiblingLeft {
      // On the right edge a node without a sibling is its own parent.
      while node & 1 == 0, node != 0 {
        node >>= 1
        last >>= 1
      }
    }
    node >>= 1
    last >>= 1
    return isSiblingLeft
  }
}
