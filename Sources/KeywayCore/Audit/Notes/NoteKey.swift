/// Which key made a signature: C2SP signed-note, "Signatures". Name and hash together identify it;
/// one alone says nothing.
package struct NoteKey: Hashable, Sendable, CustomStringConvertible {
  package let name: NoteKeyName
  /// The first four bytes, big-endian, of a hash over the name and the public key: a mark to find
  /// the key by, too short to prove anything.
  package let hash: UInt32

  package init(name: NoteKeyName, hash: UInt32) {
    self.name = name
    self.hash = hash
  }

  /// The hash in eight lower-case hexadecimal digits.
  package var hexHash: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Name, plus, hash: `example.com/log+c74f20a3`.
  package var description: String { "\(name)+\(hexHash)" }
}
