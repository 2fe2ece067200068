/// The entries under one tile of level 0 in one file: C2SP tlog-tiles, "Log entries".
package struct EntryBundle: Hashable, Sendable {
  /// How many bytes an entry may have: what its length, two bytes, can say.
  package static let maximumEntryByteCount = 65_535

  /// The content of the file so far: before each entry its length, big-endian.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds the next entry, as it was hashed.
  ///
  /// - Throws: `entry` when it is too long.
  package mutating func append(_ entry: Span<UInt8>) throws(LogTextError) {
    guard entry.count <= Self.maximumEntryByteCount else {
      throw LogTextError(.entry, "an entry is longer than \(Self.maximumEntryByteCount) bytes")
    }
    bytes.append(UInt8(entry.count >> 8))
    bytes.append(UInt8(entry.count & 0xff))
    unsafe entry.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }
}
