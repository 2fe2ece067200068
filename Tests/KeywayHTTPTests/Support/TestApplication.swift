import KeywayHTTP
import Synchronization

/// An application that counts what it is given and answers as the test says.
final class TestApplication: HTTPApplication {
  typealias Receive = @Sendable (HTTPRequestHead) -> HTTPReception
  typealias Answer = @Sendable (HTTPRequest, any HTTPExchange) -> Void

  private let received = Mutex<[HTTPRequestHead]>([])
  private let answered = Mutex<[HTTPRequest]>([])
  private let receive: Receive
  private let answer: Answer

  init(
    receive: @escaping Receive = { _ in .read(limit: 65_536, within: .seconds(30)) },
    answer: @escaping Answer = { TestApplication.echo($0, $1) }
  ) {
    self.receive = receive
    self.answer = answer
  }

  /// The heads that the transport let through.
  var heads: [HTTPRequestHead] { received.withLock { $0 } }
  /// The requests that came whole.
  var requests: [HTTPRequest] { answered.withLock { $0 } }

  func receive(_ head: HTTPRequestHead) -> HTTPReception {
    received.withLock { $0.append(head) }
    return receive(head)
  }

  func answer(_ request: HTTPRequest, in exchange: any HTTPExchange) {
    answered.withLock { $0.append(request) }
    answer(request, exchange)
  }

  /// Answers with the method, the path and the body.
  static func echo(_ request: HTTPRequest, _ exchange: any HTTPExchange) {
    let text = "\(request.head.method) \(request.head.path) "
    exchange.respond(
      HTTPResponse(
        status: 200, headers: ["Content-Type": "text/plain"],
        body: .bytes(Array(text.utf8) + request.body)))
  }
}
