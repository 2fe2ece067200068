internal import CMicroHTTPD

/// Hands answers to the library.
struct ResponseSender {
  let desk: FrontDesk
  let connection: Connection
  let handle: ConnectionHandle

  /// Queues the answer, or 500 for one that cannot be sent as it is.
  func send(_ response: HTTPResponse) -> MHD_Result {
    guard Self.isSendable(response) else {
      desk.report(
        "an answer with status \(response.status) has a status or a field that cannot be sent")
      response.abandon()
      return send(.refusal(500))
    }
    guard let answer = unsafe make(response.body) else {
      response.abandon()
      return .NO
    }
    defer { unsafe MHD_destroy_response(answer) }
    for field in response.headers.fields where !Self.isOurs(field.name) {
      guard unsafe MHD_add_response_header(answer, field.name, field.value) == .YES else {
        return .NO
      }
    }
    if response.closes || desk.mustClose {
      unsafe MHD_add_response_header(answer, "Connection", "close")
    }
    return unsafe MHD_queue_response(handle.pointer, CUnsignedInt(response.status), answer)
  }

  private func make(_ body: HTTPResponse.Body) -> OpaquePointer? {
    let patience = desk.limits.takingTime.wholeMilliseconds
    switch body {
    case .bytes(let bytes):
      let more = bytes.count / max(1, desk.limits.takingRate)
      connection.enter(.answering, limit: patience + Int64(more) * 1000)
      return unsafe bytes.withUnsafeBytes { bytes in
        let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        return unsafe MHD_create_response_from_buffer(bytes.count, start, .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      connection.enter(.answering, limit: patience)
      let connection = connection
      stream.attach(cut: { connection.cut() })
      connection.send(stream)
      return unsafe StreamSource(stream, desk, connection, handle).makeResponse()
    }
  }

  /// Fields that the transport makes.
  private static func isOurs(_ name: String) -> Bool {
    switch name.utf8.count {
    case 4: HTTPHeaders.isSame(name, "Date")
    case 10: HTTPHeaders.isSame(name, "Connection")
    case 14: HTTPHeaders.isSame(name, "Content-Length")
    case 17: HTTPHeaders.isSame(name, "Transfer-Encoding")
    default: false
    }
  }

  /// Whether nothing in it could be read as something else.
  private static func isSendable(_ response: HTTPResponse) -> Bool {
    (200...599).contains(response.status)
      && response.headers.fields.allSatisfy { field in
        !field.name.isEmpty && field.name.utf8.allSatisfy(HTTPSyntax.isToken)
          && !field.value.isEmpty && field.value.utf8.allSatisfy(HTTPSyntax.isFieldValue)
      }
  }
}
