internal import CMicroHTTPD
internal import Synchronization

/// One request on a connection, from its first line to its answer. The library calls it on its own
/// thread; ``respond(_:)`` may come from any.
final class Conversation: HTTPExchange {
  private enum Stage {
    case head
    /// - Parameter limit: of the body, in bytes.
    case body(limit: Int)
    case asked
    case done
  }

  private struct State {
    var stage = Stage.head
    var head: HTTPRequestHead?
    var body: [UInt8] = []
    var response: HTTPResponse?
    var isSuspended = false
    /// The library's connection, or 0 when it has gone.
    var connection: UInt
  }

  private let target: [UInt8]
  private let peer: Peer
  private let server: HTTPServer
  private let state: Mutex<State>

  @unsafe init(target: [UInt8], peer: Peer, server: HTTPServer, connection: OpaquePointer) {
    self.target = target
    self.peer = peer
    self.server = server
    state = Mutex(State(connection: UInt(bitPattern: connection)))
  }

  func respond(_ response: HTTPResponse) {
    state.withLock { state in
      guard state.response == nil, state.connection != 0 else {
        if case .stream(let stream) = response.body { stream.close() }
        return
      }
      state.response = response
      resume(&state)
    }
  }

  /// Lets the library go on with a connection that waits.
  func wake() {
    state.withLock { resume(&$0) }
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended, let connection = unsafe OpaquePointer(bitPattern: state.connection)
    else { return }
    state.isSuspended = false
    unsafe MHD_resume_connection(connection)
  }

  /// Has the library leave the connection alone until ``wake()``. To be called by its thread.
  ///
  /// - Parameter isNeeded: looks, while nobody can wake it, whether there still is a reason.
  fileprivate func suspend(_ isNeeded: () -> Bool = { true }) {
    state.withLock { state in
      guard isNeeded(), let connection = unsafe OpaquePointer(bitPattern: state.connection) else {
        return
      }
      state.isSuspended = true
      unsafe MHD_suspend_connection(connection)
    }
  }

  /// The connection has gone, or the answer is out.
  func end() {
    let response = state.withLock { state in
      state.connection = 0
      return state.response
    }
    if case .stream(let stream)? = response?.body { stream.close() }
    peer.wait(for: .head(isFirst: false))
  }

  // MARK: - The library's calls

  /// - Parameter upload: what came of the body, or nil.
  @unsafe func go(
    on connection: OpaquePointer, _ method: String, _ version: String, upload: Span<UInt8>?
  ) -> MHD_Result {
    switch state.withLock({ $0.stage }) {
    case .head: return unsafe begin(on: connection, method, version)
    case .body(let limit):
      guard let upload else { return unsafe ask(on: connection) }
      let size = state.withLock { state in
        unsafe upload.withUnsafeBufferPointer { unsafe state.body.append(contentsOf: $0) }
        return state.body.count
      }
      // It cannot be answered any more before the whole body has come, which may never end.
      return size > limit ? .NO : .YES
    case .asked: return unsafe answer(on: connection)
    case .done: return .YES
    }
  }

  @unsafe private func begin(
    on connection: OpaquePointer, _ method: String, _ version: String
  ) -> MHD_Result {
    let headers = unsafe Self.headers(of: connection)
    if let problem = RequestCheck.problem(target: target, version, headers, method: method) {
      return unsafe send(HTTPServer.refusal(400, problem), closing: true, on: connection)
    }
    let text = String(decoding: target, as: UTF8.self)
    let mark = text.utf8.firstIndex(of: UInt8(ascii: "?"))
    let head = HTTPRequestHead(
      method: method, path: mark.map { String(text[..<$0]) } ?? text,
      query: mark.map { String(text[text.utf8.index(after: $0)...]) }, headers: headers,
      client: server.client(of: peer, headers))
    let length = headers["Content-Length"].flatMap { Int($0) }
    let isChunked = headers["Transfer-Encoding"] != nil
    switch server.application.receive(head) {
    case .refuse(let response):
      let hasBody = isChunked || (length ?? 0) > 0
      return unsafe send(response, closing: hasBody, on: connection)
    case .read(let limit, let time):
      if let length, length > limit {
        let words = limit == 0 ? "this takes no body" : "the body has more than \(limit) bytes"
        return unsafe send(HTTPServer.refusal(413, words), closing: true, on: connection)
      }
      peer.wait(for: .body(within: time))
      state.withLock { state in
        state.stage = .body(limit: limit)
        state.head = head
        state.body.reserveCapacity(length ?? 0)
      }
      return .YES
    }
  }

  @unsafe private func ask(on connection: OpaquePointer) -> MHD_Result {
    peer.wait(for: .answer)
    let request = state.withLock { state -> HTTPRequest? in
      state.stage = .asked
      defer { state.body = [] }
      return state.head.map { HTTPRequest(head: $0, body: state.body) }
    }
    guard let request else { return .NO }
    server.application.answer(request, in: self)
    let isThere = state.withLock { state in
      if state.response != nil { return true }
      state.isSuspended = true
      unsafe MHD_suspend_connection(connection)
      return false
    }
    return isThere ? unsafe answer(on: connection) : .YES
  }

  @unsafe private func answer(on connection: OpaquePointer) -> MHD_Result {
    guard let response = state.withLock({ $0.response }) else { return .YES }
    return unsafe send(response, closing: false, on: connection)
  }

  @unsafe private func send(
    _ response: HTTPResponse, closing: Bool, on connection: OpaquePointer
  ) -> MHD_Result {
    state.withLock { state in
      state.stage = .done
      state.response = response
    }
    peer.wait(for: .answer)
    return unsafe LibraryResponse.queue(
      response, closing: closing || response.closes || server.isStopping, on: connection,
      of: self)
  }

  @unsafe private static func headers(of connection: OpaquePointer) -> HTTPHeaders {
    var headers = HTTPHeaders()
    unsafe withUnsafeMutablePointer(to: &headers) { headers in
      unsafe keyway_http_headers(
        connection,
        { context, _, name, value in
          guard let headers = unsafe context?.assumingMemoryBound(to: HTTPHeaders.self),
            let name = unsafe name
          else { return .YES }
          unsafe headers.pointee.add(
            String(cString: name), value.map { unsafe String(cString: $0) } ?? "")
          return .YES
        }, headers)
    }
    return headers
  }
}

/// The library's form of an answer.
enum LibraryResponse {
  /// What gives the library the pieces of a stream.
  private final class Source {
    let stream: HTTPStream
    let conversation: Conversation

    init(_ stream: HTTPStream, _ conversation: Conversation) {
      self.stream = stream
      self.conversation = conversation
    }
  }

  @unsafe static func queue(
    _ response: HTTPResponse, closing: Bool, on connection: OpaquePointer, of owner: Conversation
  ) -> MHD_Result {
    var response = response
    if !response.headers.fields.allSatisfy({ isSendable($0.name) && isSendable($0.value) }) {
      response = HTTPServer.refusal(500, "the answer had a header that cannot be sent")
    }
    guard let made = unsafe make(response.body, owner) else { return .NO }
    defer { unsafe MHD_destroy_response(made) }
    for (name, value) in response.headers.fields {
      unsafe MHD_add_response_header(made, name, value)
    }
    if closing { unsafe MHD_add_response_header(made, "Connection", "close") }
    return unsafe MHD_queue_response(connection, UInt32(response.status), made)
  }

  private static func isSendable(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  @unsafe private static func make(
    _ body: HTTPResponse.Body, _ owner: Conversation
  ) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe keyway_http_response(bytes.baseAddress, bytes.count)
      }
    case .stream(let stream):
      let source = unsafe Unmanaged.passRetained(Source(stream, owner))
      return unsafe MHD_create_response_from_callback(
        UInt64.max, 32 * 1_024,
        { context, _, buffer, size in
          guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
          let source = unsafe Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
          return unsafe LibraryResponse.read(source, into: buffer, size)
        }, source.toOpaque(),
        { context in
          guard let context = unsafe context else { return }
          let source = unsafe Unmanaged<Source>.fromOpaque(context).takeRetainedValue()
          source.stream.close()
        })
    }
  }

  @unsafe private static func read(
    _ source: Source, into buffer: UnsafeMutablePointer<CChar>, _ size: Int
  ) -> Int {
    let conversation = source.conversation
    var piece = HTTPStream.Piece.nothing
    conversation.suspend {
      piece = source.stream.read(atMost: size) { conversation.wake() }
      return piece == .nothing
    }
    switch piece {
    case .nothing: return 0
    case .end: return -1
    case .broken: return -2
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawPointer(buffer).copyMemory(
          from: bytes.baseAddress ?? UnsafeRawPointer(buffer), byteCount: bytes.count)
      }
      return bytes.count
    }
  }
}
