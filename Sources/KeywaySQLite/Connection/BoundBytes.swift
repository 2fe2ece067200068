/// Where a statement keeps the bytes of its bound texts and blobs while it runs, so that binding
/// neither allocates nor points into memory of the caller's.
@safe struct BoundBytes: ~Copyable {
  /// Fits the ids and texts of a row; longer values are copied by SQLite.
  private static let capacity = 2048
  private var storage: UnsafeMutablePointer<UInt8>?
  private var count = 0

  deinit {
    unsafe storage?.deallocate()
  }

  /// A copy of the bytes that stays until `removeAll`, or nil when there is no room for it.
  @unsafe mutating func append(_ bytes: Span<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    guard bytes.count <= Self.capacity - count else { return nil }
    let start: UnsafeMutablePointer<UInt8>
    if let storage = unsafe storage {
      unsafe start = storage
    } else {
      unsafe start = .allocate(capacity: Self.capacity)
      unsafe storage = start
    }
    let place = unsafe start + count
    unsafe bytes.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress {
        unsafe place.initialize(from: base, count: buffer.count)
      }
    }
    count += bytes.count
    return unsafe place
  }

  /// Makes room for the next execution; nothing may refer to the copies any more.
  mutating func removeAll() {
    count = 0
  }
}
