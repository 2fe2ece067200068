internal import CMicroHTTPD

/// One request while it comes in, for the thread that serves it.
final class IncomingRequest {
  private enum Stage {
    case head
    case body(HTTPRequestHead, limit: Int)
    /// Answered as soon as the library asks for the last time.
    case refused(HTTPResponse)
    case asked
  }

  private let desk: FrontDesk
  private let connection: Connection
  private let target: RequestTarget?
  private let exchange = Exchange()
  private var stage = Stage.head
  private var body: [UInt8] = []
  /// Bytes of the body that were not kept because it is too long.
  private var excess = 0
  /// Whether the connection ends with the answer. The library takes lone line feeds for the ends of
  /// chunk lines, and nobody else can look at those: behind such a body others may see requests
  /// where it sees none, or the other way round.
  private var isLast = false

  /// Begins with the first line; the target is nil when it is none.
  init(_ desk: FrontDesk, _ connection: Connection, target: RequestTarget?) {
    self.desk = desk
    self.connection = connection
    self.target = target
    connection.enterHead(limit: desk.limits.headTime.wholeMilliseconds)
  }

  /// What the library is to do next.
  enum Step {
    case goOn
    case close
    case answer(HTTPResponse)
  }

  /// The head is whole.
  func takeHead(_ handle: OpaquePointer, method: UnsafePointer<CChar>, isVersion10: Bool) -> Step {
    do throws(HeadFault) {
      let (head, framing) = try unsafe readHead(handle, method, isVersion10)
      return take(head, framing)
    } catch {
      connection.linger()
      return .answer(.refusal(error.status))
    }
  }

  /// Whether the next call brings the first bytes after the head, or none.
  var isAtHead: Bool {
    if case .head = stage { true } else { false }
  }

  /// A part of the body came.
  func take(_ bytes: UnsafeRawBufferPointer) -> Step {
    guard case .body(_, let limit) = stage else { return .goOn }
    guard excess == 0, bytes.count <= limit - body.count else {
      body = []
      excess += bytes.count
      // An answer is possible only behind the body.
      return excess <= Self.mostExcess ? .goOn : .close
    }
    unsafe body.append(contentsOf: bytes)
    return .goOn
  }

  /// The request is whole, or its answer may have come.
  func finish(_ handle: ConnectionHandle) -> Step {
    switch stage {
    case .head: return .close
    case .refused(let response): return .answer(response)
    case .asked: break
    case .body(let head, _):
      guard excess == 0 else { return .answer(.refusal(413)) }
      connection.enter(.answering, limit: nil)
      stage = .asked
      let request = HTTPRequest(head: head, body: body)
      body = []
      desk.application.answer(request, in: exchange)
    }
    return takeAnswer(handle)
  }

  /// The request is over, whatever became of it.
  func end() {
    exchange.end()
    connection.wait(for: nil)
    connection.send(nil)
    connection.enter(.idle, limit: desk.limits.idleTime.wholeMilliseconds)
  }

  private func takeAnswer(_ handle: ConnectionHandle) -> Step {
    if let response = exchange.answer() { return .answer(finished(response)) }
    // Before the look at whether the server stops, so that who stops it sees this one.
    connection.wait(for: exchange)
    let desk = desk
    guard let response = exchange.takeAnswer(on: handle, mayWait: { !desk.mustStop }) else {
      return .goOn
    }
    return .answer(finished(response))
  }

  private func finished(_ response: HTTPResponse) -> HTTPResponse {
    guard isLast else { return response }
    var response = response
    response.closes = true
    return response
  }

  private func readHead(
    _ handle: OpaquePointer, _ start: UnsafePointer<CChar>, _ isVersion10: Bool
  ) throws(HeadFault) -> (HTTPRequestHead, BodyFraming) {
    guard let target, let method = unsafe String(validatingCString: start),
      !method.isEmpty, method.utf8.allSatisfy(HTTPSyntax.isToken), target.fits(method)
    else { throw .malformed }
    let headers = HTTPHeaders(
      try unsafe HeadReader.read(
        handle, from: start, method: method.utf8.count, target: target.length,
        limit: desk.limits.head))
    let hosts = headers.all("Host")
    guard hosts.count <= 1, isVersion10 || !hosts.isEmpty,
      hosts.allSatisfy({ $0.utf8.allSatisfy(HTTPSyntax.isHost) })
    else { throw .malformed }
    let framing = try BodyFraming(headers, isVersion10: isVersion10)
    let head = HTTPRequestHead(
      method: method, path: target.path, query: target.query, headers: headers,
      client: desk.client(of: connection, headers))
    return (head, framing)
  }

  private func take(_ head: HTTPRequestHead, _ framing: BodyFraming) -> Step {
    switch desk.application.receive(head) {
    case .refuse(let response):
      guard framing != .none else {
        stage = .refused(response)
        return .goOn
      }
      connection.linger()
      return .answer(response)
    case .read(let limit, let time):
      stage = .body(head, limit: limit)
      switch framing {
      case .none: return .goOn
      case .chunked: isLast = true
      case .counted(let count):
        guard count <= limit else {
          connection.linger()
          return .answer(.refusal(413))
        }
        body.reserveCapacity(Int(min(count, Self.firstCapacity)))
      }
      connection.enter(.receiving, limit: time.wholeMilliseconds)
      return .goOn
    }
  }

  private static var mostExcess: Int { 64 << 20 }
  private static var firstCapacity: UInt64 { 65_536 }
}
