internal import Synchronization

/// What the library's callbacks work with.
final class FrontDesk: Sendable {
  let application: any HTTPApplication
  let limits: HTTPServer.Limits
  let connections: ConnectionTable
  let report: @Sendable (String) -> Void
  private let isEncrypted: Bool
  private let proxies: TrustedProxies
  /// Whether connections end with their next answer.
  let isClosing = Atomic(false)
  /// Whether nothing may wait any more.
  let isStopping = Atomic(false)

  /// - Throws: `badProxy`.
  init(
    _ configuration: HTTPServer.Configuration, application: any HTTPApplication
  ) throws(HTTPServerError) {
    self.application = application
    limits = configuration.limits
    connections = ConnectionTable(limit: configuration.limits.connections)
    report = configuration.report
    isEncrypted = configuration.certificate != nil
    proxies = try TrustedProxies(configuration.trustedProxies)
  }

  var mustClose: Bool { isClosing.load(ordering: .relaxed) }
  var mustStop: Bool { isStopping.load(ordering: .sequentiallyConsistent) }

  /// Takes a new connection into the table; the table may end others for it.
  func open(_ socket: CInt, from peer: IPAddress) -> Connection {
    let client = HTTPClient(address: peer.text, isSecure: isEncrypted || peer.isLoopback)
    let connection = Connection(
      socket: socket, peer: peer, client: client, isTrusted: proxies.contains(peer),
      headBy: CoarseClock.now + limits.headTime.wholeMilliseconds)
    connections.add(connection)
    return connection
  }

  /// Who sent a request over that connection.
  func client(of connection: Connection, _ headers: HTTPHeaders) -> HTTPClient {
    guard connection.isTrusted else { return connection.client }
    return proxies.client(behind: connection.peer, isEncrypted: isEncrypted, headers)
  }

  /// Ends connections without a request and waits for the others. Blocks until the time is over.
  func drain(within patience: Duration) {
    let end = CoarseClock.now + patience.wholeMilliseconds
    repeat {
      for connection in connections.all where connection.isWithoutRequest { connection.cut() }
      if connections.count == 0 { return }
      if CoarseClock.now < end { CoarseClock.sleep(milliseconds: Self.pause) }
    } while CoarseClock.now < end
  }

  /// Answers or ends what waits. Nothing waits from now on.
  func endAll() {
    for connection in connections.all { connection.end() }
    // Those answers need a moment.
    let end = CoarseClock.now + 200
    while connections.count > 0, CoarseClock.now < end {
      CoarseClock.sleep(milliseconds: Self.pause)
    }
  }

  /// In milliseconds.
  private static var pause: UInt32 { 2 }
}
