internal import CMicroHTTPD

/// Brings a stream's bytes to the library, which keeps it as long as the answer.
final class StreamSource {
  private let stream: HTTPStream
  private let desk: FrontDesk
  private let connection: Connection
  private let handle: ConnectionHandle

  init(
    _ stream: HTTPStream, _ desk: FrontDesk, _ connection: Connection, _ handle: ConnectionHandle
  ) {
    self.stream = stream
    self.desk = desk
    self.connection = connection
    self.handle = handle
  }

  func makeResponse() -> OpaquePointer? {
    let context = unsafe Unmanaged.passRetained(self)
    let response = unsafe MHD_create_response_from_callback(
      Self.unknownSize, Self.block, readStream, context.toOpaque(), leaveStream)
    if unsafe response == nil { unsafe context.release() }
    return unsafe response
  }

  fileprivate func read(into place: UnsafeMutableRawBufferPointer) -> Int {
    let desk = desk
    switch unsafe stream.read(into: place, on: handle, mayWait: { !desk.mustStop }) {
    case .bytes(let count):
      connection.extend(by: desk.limits.takingTime.wholeMilliseconds)
      return count
    case .later:
      connection.extend(by: nil)
      return 0
    case .end:
      connection.extend(by: desk.limits.takingTime.wholeMilliseconds)
      return Self.endOfStream
    case .cut: return Self.endWithError
    }
  }

  fileprivate func leave() {
    stream.close()
  }

  /// How much the library takes at once where it does not send chunks, in bytes.
  private static var block: Int { 16_384 }

  // The library's own names are casts in macros.
  private static var unknownSize: UInt64 { .max }
  private static var endOfStream: Int { -1 }
  private static var endWithError: Int { -2 }
}

@c private func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, place: UnsafeMutablePointer<CChar>?,
  count: Int
) -> Int {
  guard let context = unsafe context else { return -2 }
  let source = unsafe Unmanaged<StreamSource>.fromOpaque(context).takeUnretainedValue()
  return unsafe source.read(into: UnsafeMutableRawBufferPointer(start: place, count: count))
}

@c private func leaveStream(context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<StreamSource>.fromOpaque(context).takeRetainedValue().leave()
}
