import KeywayCore
import KeywayCrypto

/// The recursive definitions of RFC 6962, section 2.1, written down as they stand there.
final class SlowTree {
  let leaves: [Digest]
  let hasher = SHA256Hasher()
  private var hashes: [Range<Int>: Digest] = [:]

  /// Sizes for which only the shape of a tree can be looked at.
  static let largeSizes: [Int64] = [
    10_000, 10_000_000, 10_000_001, 1 << 40 - 1, 1 << 62 - 1, 1 << 62, .max - 1, .max,
  ]

  /// How many levels a tree of that size has above its leaves.
  static func height(of size: Int64) -> Int { 64 - (size - 1).leadingZeroBitCount }

  init(leaves: [Digest]) {
    self.leaves = leaves
  }

  /// A tree with that many leaves, all different.
  convenience init(count: Int) {
    let hasher = SHA256Hasher()
    self.init(leaves: (0..<count).map { hasher.hash(prefix: 0, Array("entry \($0)".utf8).span) })
  }

  /// k, the largest power of two smaller than n.
  static func split(_ n: Int) -> Int {
    var k = 1
    while k * 2 < n { k *= 2 }
    return k
  }

  /// MTH(D[lower:upper]).
  func hash(_ part: Range<Int>) -> Digest {
    if part.isEmpty { return hasher.hash([UInt8]().span) }
    if part.count == 1 { return leaves[part.lowerBound] }
    if let known = hashes[part] { return known }
    let middle = part.lowerBound + Self.split(part.count)
    let hash = hasher.hash(
      prefix: 1, hash(part.lowerBound..<middle), hash(middle..<part.upperBound))
    hashes[part] = hash
    return hash
  }

  func root(_ size: Int) -> Digest { hash(0..<size) }

  /// The stored node, which must be complete in a tree of that size.
  func node(_ node: TreeNode, size: Int) -> Digest {
    precondition(node.isComplete(inTreeOfSize: Int64(size)), "\(node) is never stored")
    let first = Int(node.index) << node.level
    return hash(first..<first + 1 << node.level)
  }

  /// PATH(m, D[n]), section 2.1.1.
  func path(_ m: Int, _ part: Range<Int>) -> [Digest] {
    guard part.count > 1 else { return [] }
    let k = Self.split(part.count)
    let middle = part.lowerBound + k
    return m < k
      ? path(m, part.lowerBound..<middle) + [hash(middle..<part.upperBound)]
      : path(m - k, middle..<part.upperBound) + [hash(part.lowerBound..<middle)]
  }

  /// PROOF(m, D[n]) is SUBPROOF(m, D[n], true), section 2.1.2.
  func subproof(_ m: Int, _ part: Range<Int>, _ b: Bool = true) -> [Digest] {
    if m == part.count { return b ? [] : [hash(part)] }
    let k = Self.split(part.count)
    let middle = part.lowerBound + k
    return m <= k
      ? subproof(m, part.lowerBound..<middle, b) + [hash(middle..<part.upperBound)]
      : subproof(m - k, middle..<part.upperBound, false) + [hash(part.lowerBound..<middle)]
  }

  /// On which side each hash of PATH(m, D[n]) stands. A root does not tell its size: trees of
  /// different sizes in which a leaf has the same sides cannot be told apart by a path.
  static func sides(_ m: Int, _ n: Int) -> String {
    guard n > 1 else { return "" }
    let k = split(n)
    return m < k ? sides(m, k) + "R" : sides(m - k, n - k) + "L"
  }

  /// The same for PROOF(m, D[n]); the first letter says whether it begins with the old root.
  static func sides(_ m: Int, _ n: Int, _ b: Bool) -> String {
    if m == n { return b ? "b" : "h" }
    let k = split(n)
    return m <= k ? sides(m, k, b) + "R" : sides(m - k, n - k, false) + "L"
  }
}

extension Digest {
  /// The digest with one bit changed.
  func flipping(bit: Int) -> Digest {
    var bytes = self.bytes
    bytes[bit / 8 % 32] ^= 1 << UInt8(bit % 8)
    return Digest(bytes)
  }
}

extension [Digest] {
  func flipping(bit: Int, at place: Int) -> [Digest] {
    var hashes = self
    hashes[place] = hashes[place].flipping(bit: bit)
    return hashes
  }
}
