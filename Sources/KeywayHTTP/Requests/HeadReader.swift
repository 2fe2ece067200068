internal import CMicroHTTPD

/// The lines of a head, each one checked to be as the library understood it.
///
/// The library reads leniently: it ends lines at a lone line feed, stops reading one at a zero byte
/// and joins lines that begin with a space, all of which a proxy before it may read otherwise. It
/// puts zeros where lines and names end, so that the head, as it came, shows whether there was
/// anything else than names, colons, values, carriage returns and line feeds.
@safe struct HeadReader {
  private(set) var fields: [(name: String, value: String)] = []
  /// Where the next line must begin.
  private var next: UnsafePointer<UInt8>
  private var isSound = true

  /// Reads the head of a connection's request.
  ///
  /// - Parameters:
  ///   - start: its first byte, that of the method.
  ///   - target: how many bytes the target has.
  static func read(
    _ connection: OpaquePointer, from start: UnsafePointer<CChar>, method: Int, target: Int,
    limit: Int
  ) throws(HeadFault) -> [(name: String, value: String)] {
    let size = unsafe keyway_mhd_head_size(connection)
    guard size <= limit else { throw .tooLarge }
    // A version has eight bytes, which the library looked at.
    let requestLine = method + 1 + target + 1 + 8
    guard size >= requestLine + 4 else { throw .malformed }
    let bytes = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
    guard unsafe isEnd(bytes + requestLine) else { throw .malformed }
    var reader = unsafe HeadReader(next: bytes + requestLine + 2)
    reader.fields.reserveCapacity(8)
    let count = unsafe withUnsafeMutablePointer(to: &reader) { reader in
      unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, takeField, reader)
    }
    guard reader.isSound, Int(count) == reader.fields.count,
      unsafe reader.next == bytes + size - 2, unsafe isEnd(reader.next)
    else { throw .malformed }
    return reader.fields
  }

  private init(next: UnsafePointer<UInt8>) {
    unsafe self.next = unsafe next
  }

  /// Whether a line ended there with both of its bytes.
  private static func isEnd(_ place: UnsafePointer<UInt8>) -> Bool {
    unsafe place[0] == 0 && place[1] == 0
  }

  /// Takes a field of which the library says that it stands there; false when it does not.
  fileprivate mutating func take(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    isSound = false
    guard let start = name.baseAddress, let text = value.baseAddress,
      unsafe start == next, !name.isEmpty, unsafe name.allSatisfy(HTTPSyntax.isToken)
    else { return false }
    var place = unsafe start + name.count
    guard unsafe place[0] == 0, unsafe place < text else { return false }
    unsafe place += 1
    while unsafe place < text {
      guard unsafe HTTPSyntax.isBlank(place[0]) else { return false }
      unsafe place += 1
    }
    guard unsafe value.allSatisfy(HTTPSyntax.isFieldValue), unsafe Self.isEnd(place + value.count),
      let words = unsafe String(validating: HTTPSyntax.trimmed(value), as: UTF8.self)
    else { return false }
    let title = unsafe String(decoding: name, as: UTF8.self)
    // The library does not know a coding with a blank behind it.
    guard words.utf8.count == value.count || !HTTPHeaders.isSame(title, "Transfer-Encoding")
    else { return false }
    fields.append((name: title, value: words))
    unsafe next = unsafe place + value.count + 2
    isSound = true
    return true
  }
}

@c private func takeField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  nameSize: Int, value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
  guard let reader = unsafe context?.assumingMemoryBound(to: HeadReader.self),
    let name = unsafe UnsafeRawPointer(name)?.assumingMemoryBound(to: UInt8.self),
    let value = unsafe UnsafeRawPointer(value)?.assumingMemoryBound(to: UInt8.self)
  else { return .NO }
  let isTaken = unsafe reader.pointee.take(
    UnsafeBufferPointer(start: name, count: nameSize),
    UnsafeBufferPointer(start: value, count: valueSize))
  return isTaken ? .YES : .NO
}
