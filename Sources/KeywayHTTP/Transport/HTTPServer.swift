internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// Serves an application over HTTP/1.1, with or without TLS, by libmicrohttpd: one thread for all
/// connections.
@safe package final class HTTPServer: Sendable {
  private struct State {
    /// The library's daemon, or 0.
    var daemon: UInt = 0
    var peers: [ObjectIdentifier: Peer] = [:]
    var conversations: [ObjectIdentifier: Conversation] = [:]
  }

  let application: any HTTPApplication
  private let configuration: Configuration
  private let proxies: [Network]
  private let state = Mutex(State())
  private let boundPort = Atomic<UInt16>(0)
  private let stopping = Atomic<Bool>(false)

  /// - Throws: ``HTTPServerError`` `badProxy`.
  package init(
    _ configuration: Configuration, application: any HTTPApplication
  ) throws(HTTPServerError) {
    self.configuration = configuration
    self.application = application
    var proxies: [Network] = []
    for text in configuration.trustedProxies {
      guard let network = Network(text) else {
        throw HTTPServerError(.badProxy, "'\(text)' is neither an address nor a network")
      }
      proxies.append(network)
    }
    self.proxies = proxies
  }

  deinit { stop() }

  /// The port that it listens on; 0 before it was started.
  package var port: UInt16 { boundPort.load(ordering: .acquiring) }

  /// How many connections there are.
  package var connections: Int { state.withLock { $0.peers.count } }

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Begins to take requests.
  package func start() throws(HTTPServerError) {
    let (socket, port) = try ListeningSocket.open(configuration.address, configuration.port)
    let certificate = configuration.certificate.map { $0 + [0] } ?? []
    let key = configuration.privateKey.map { $0 + [0] } ?? []
    let daemon = unsafe start(on: socket, certificate, key)
    guard daemon != 0 else {
      close(socket)
      throw certificate.isEmpty
        ? HTTPServerError(.system, "the library for HTTP did not start")
        : HTTPServerError(.badCertificate, "the certificate or its key cannot be used")
    }
    state.withLock { $0.daemon = daemon }
    boundPort.store(port, ordering: .releasing)
  }

  /// Takes no new connections; those that are kept end with their next answer.
  package func stopAccepting() {
    stopping.store(true, ordering: .relaxed)
    let daemon = state.withLock { $0.daemon }
    guard let daemon = unsafe OpaquePointer(bitPattern: daemon) else { return }
    let socket = unsafe MHD_quiesce_daemon(daemon)
    if socket >= 0 { close(socket) }
  }

  /// Ends all connections, those too that wait for an answer. Blocks shortly.
  package func stop() {
    stopAccepting()
    let (daemon, conversations) = state.withLock { state in
      defer { state.daemon = 0 }
      return (state.daemon, Array(state.conversations.values))
    }
    guard let daemon = unsafe OpaquePointer(bitPattern: daemon) else { return }
    for conversation in conversations {
      conversation.respond(Self.refusal(503, "the service stops"))
      conversation.wake()
    }
    unsafe MHD_stop_daemon(daemon)
  }

  /// Cuts off those who have had their time, and makes room when nearly all connections are used.
  /// To be called about once a second.
  package func sweep() {
    let now = ContinuousClock.now
    let peers = state.withLock { Array($0.peers.values) }
    for peer in peers where peer.isOverdue(at: now, configuration) { peer.cut() }
    let most = configuration.connections * 9 / 10
    guard peers.count > most else { return }
    let idle = peers.compactMap { peer in peer.idleTime(at: now).map { (peer, $0) } }
      .sorted { $0.1 > $1.1 }
    for (peer, _) in idle.prefix(peers.count - configuration.connections * 7 / 10) { peer.cut() }
  }

  /// Who speaks, by the word of a trusted proxy where there is one.
  func client(of peer: Peer, _ headers: HTTPHeaders) -> HTTPClient {
    guard peer.isProxy else { return peer.client }
    let named = headers.all("X-Forwarded-For").joined(separator: ",").split(separator: ",")
      .map { NetworkAddress(String($0.filter { $0 != " " && $0 != "\t" })) }
    let client = named.last { address in
      address.map { address in !proxies.contains { $0.contains(address) } } ?? true
    }
    let isSecure = headers.all("X-Forwarded-Proto").last.map { $0 == "https" } ?? false
    // What cannot be read was written by nobody who can be trusted.
    let address = client.map { $0?.description ?? "unknown" } ?? peer.client.address
    return HTTPClient(address: address, isSecure: isSecure)
  }

  /// An answer of the transport's own, in the form of the application's (RFC 9457).
  static func refusal(_ status: Int, _ words: String) -> HTTPResponse {
    let code =
      switch status {
      case 400: "bad_request"
      case 413: "too_large"
      case 503: "unavailable"
      default: "internal"
      }
    let text = "{\"code\":\"\(code)\",\"detail\":\"\(words)\",\"status\":\(status)}"
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/problem+json"],
      body: .bytes(Array(text.utf8)))
  }

  // MARK: - The library's calls

  func add(_ peer: Peer) {
    state.withLock { $0.peers[ObjectIdentifier(peer)] = peer }
  }

  func remove(_ peer: Peer) {
    peer.forgetSocket()
    state.withLock { $0.peers[ObjectIdentifier(peer)] = nil }
  }

  func add(_ conversation: Conversation) {
    state.withLock { $0.conversations[ObjectIdentifier(conversation)] = conversation }
  }

  func remove(_ conversation: Conversation) {
    conversation.end()
    state.withLock { $0.conversations[ObjectIdentifier(conversation)] = nil }
  }

  func makePeer(socket: CInt, address: NetworkAddress?) -> Peer {
    Peer(
      socket: socket, address: address, isTLS: configuration.certificate != nil, proxies: proxies)
  }

  @unsafe private func start(on socket: CInt, _ certificate: [UInt8], _ key: [UInt8]) -> UInt {
    var daemon = unsafe keyway_http_daemon()
    unsafe daemon.socket = socket
    unsafe daemon.connections = UInt32(configuration.connections)
    unsafe daemon.seconds_of_silence = 90
    unsafe daemon.memory = configuration.headBytes + 16 * 1_024
    unsafe daemon.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe LibraryCalls.set(&daemon)
    return unsafe certificate.withUnsafeBytes { certificate in
      unsafe key.withUnsafeBytes { key in
        unsafe daemon.certificate = certificate.baseAddress?.assumingMemoryBound(to: CChar.self)
        unsafe daemon.private_key = key.baseAddress?.assumingMemoryBound(to: CChar.self)
        if configuration.certificate == nil { unsafe daemon.certificate = nil }
        return UInt(bitPattern: unsafe keyway_http_start(&daemon))
      }
    }
  }
}
