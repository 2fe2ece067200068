import KeywayHTTP
import Synchronization
import Testing

/// A running server, stopped with its last owner.
final class TestServer {
  let application: TestApplication
  let server: HTTPServer
  let port: UInt16
  private let words: Words

  private final class Words: Sendable {
    let list = Mutex<[String]>([])
  }

  init(
    _ application: TestApplication = TestApplication(),
    configure: (inout HTTPServer.Configuration) -> Void = { _ in }
  ) throws {
    let words = Words()
    var configuration = HTTPServer.Configuration()
    configuration.report = { text in words.list.withLock { $0.append(text) } }
    configure(&configuration)
    self.application = application
    self.words = words
    server = try HTTPServer(configuration, application: application)
    try server.start()
    port = server.port
  }

  deinit {
    server.stop(within: .seconds(1))
  }

  /// What the server reported about itself.
  var reports: [String] { words.list.withLock { $0 } }

  func connect() throws -> RawClient {
    try RawClient(port: port)
  }

  /// Sends bytes over a connection of their own and returns all that comes until its end.
  func exchange(_ text: String) throws -> RawAnswer {
    let client = try connect()
    try client.send(text)
    return client.readToEnd()
  }
}
