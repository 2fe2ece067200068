import Glibc
import KeywayHTTP
import Testing

@Suite struct StreamTests {
  private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  /// A server that answers with that stream.
  private static func server(_ stream: HTTPStream) throws -> TestServer {
    try TestServer(
      TestApplication(answer: { _, exchange in
        exchange.respond(HTTPResponse(status: 200, body: .stream(stream)))
      }))
  }

  @Test func `what is written comes in chunks, at once`() throws {
    let stream = HTTPStream()
    let server = try Self.server(stream)
    let client = try server.connect()
    try client.send(Self.request)
    for word in ["one", "two"] {
      try stream.write(Array(word.utf8))
      #expect(client.waits(for: "3\r\n\(word)\r\n"))
    }
    stream.finish()
    let answer = try #require(client.readAnswer())
    #expect(answer["Transfer-Encoding"] == "chunked" && answer["Content-Length"] == nil)
    #expect(answer.text.replacing("\r\n", with: " ").hasPrefix("3 one 3 two 0"))
    #expect(eventually { stream.isClosed })
    #expect(throws: HTTPStream.Closed.self) { try stream.write([65]) }
    // The connection goes on; the same stream has nothing for anybody else.
    try client.send("POST")
  }

  @Test func `much more than the buffer holds goes through`() throws {
    let stream = HTTPStream()
    let server = try Self.server(stream)
    let client = try server.connect()
    try client.send("GET / HTTP/1.0\r\n\r\n")
    inBackground {
      for part in 0..<100 { try? stream.write([UInt8](repeating: UInt8(part), count: 100_000)) }
      stream.finish()
    }
    let answer = client.readToEnd()
    #expect(answer.body.count == 10_000_000 && answer.body.last == 99)
    #expect(answer["Transfer-Encoding"] == nil && answer["Connection"] == "close")
  }

  @Test func `an aborted answer shows that it is not whole`() throws {
    let stream = HTTPStream()
    let server = try Self.server(stream)
    let client = try server.connect()
    try client.send(Self.request)
    try stream.write([65])
    #expect(eventually { !server.application.requests.isEmpty })
    stream.abort()
    let answer = client.readToEnd()
    #expect(answer.isAtEnd && !answer.text.hasSuffix("0\r\n\r\n"))
    #expect(eventually { stream.isClosed })
  }

  @Test func `a reader that does not read is cut off`() throws {
    let stream = HTTPStream(patience: .milliseconds(200))
    let server = try Self.server(stream)
    let client = try server.connect()
    try client.send(Self.request)
    #expect(throws: HTTPStream.Closed.self) {
      for _ in 0..<10_000 { try stream.write([UInt8](repeating: 65, count: 100_000)) }
    }
    #expect(stream.isClosed)
    #expect(eventually { server.server.connections == 0 })
    #expect(!client.readToEnd().text.hasSuffix("\r\n0\r\n\r\n"))
  }

  @Test func `a stream that no answer carries does not hold its writer for ever`() throws {
    let stream = HTTPStream(patience: .milliseconds(50))
    #expect(throws: HTTPStream.Closed.self) {
      try stream.write([UInt8](repeating: 65, count: 1 << 20))
    }
  }

  @Test func `a writer that has nothing to say is told that its reader has gone`() throws {
    let stream = HTTPStream()
    let told = Box(0)
    stream.onClose { told.change { $0 += 1 } }
    let server = try Self.server(stream)
    var client: RawClient? = try server.connect()
    try client?.send(Self.request)
    try stream.write([65])
    #expect(eventually { !server.application.requests.isEmpty })
    #expect(told.value == 0)
    client = nil
    #expect(eventually { told.value == 1 && stream.isClosed })
    stream.onClose { told.change { $0 += 1 } }
    #expect(told.value == 2)
    #expect(eventually { server.server.connections == 0 })
  }

  @Test func `HEAD, and an answer that nobody takes, close a stream unread`() throws {
    let head = HTTPStream()
    let server = try Self.server(head)
    let client = try server.connect()
    try client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
    let answer = client.readAnswer(toHead: true)
    #expect(answer?.status == 200 && answer?["Transfer-Encoding"] == "chunked")
    #expect(eventually { head.isClosed })

    let second = HTTPStream()
    let late = try TestServer(
      TestApplication(answer: { _, exchange in
        exchange.respond(HTTPResponse(status: 200))
        exchange.respond(HTTPResponse(status: 200, body: .stream(second)))
      }))
    #expect(try late.exchange("GET / HTTP/1.0\r\n\r\n").status == 200)
    #expect(eventually { second.isClosed })
  }

  @Test func `a server that stops ends streams that wait for more`() throws {
    let stream = HTTPStream()
    let server = try Self.server(stream)
    let client = try server.connect()
    try client.send(Self.request)
    try stream.write([65])
    #expect(eventually { !server.application.requests.isEmpty })
    server.server.stop(within: .milliseconds(50))
    #expect(!client.readToEnd().text.hasSuffix("0\r\n\r\n"))
    #expect(stream.isClosed)
  }
}
