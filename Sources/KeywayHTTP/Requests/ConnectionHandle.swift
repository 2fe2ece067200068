internal import CMicroHTTPD

/// The library's own name of a connection, good until the library says that the request, or the
/// answer's body, is done with.
struct ConnectionHandle: Sendable {
  private let address: UInt

  init(_ pointer: OpaquePointer) {
    address = UInt(bitPattern: pointer)
  }

  var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }

  /// Has the library leave the connection alone. On its own thread only.
  func suspend() {
    unsafe MHD_suspend_connection(pointer)
  }

  /// Has the library go on with a suspended connection. From any thread.
  func resume() {
    unsafe MHD_resume_connection(pointer)
  }
}
