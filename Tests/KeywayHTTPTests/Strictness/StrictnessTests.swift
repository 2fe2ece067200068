import KeywayHTTP
import Testing

@Suite struct StrictnessTests {
  @Test(arguments: BadHead.all)
  func `such a request is refused and ends the connection`(_ bad: BadHead) throws {
    let server = try TestServer()
    let answer = try server.exchange(bad.text)
    #expect(answer.status == bad.status && answer.isAtEnd)
    #expect(server.application.heads.isEmpty)
  }

  @Test(arguments: BadHead.all)
  func `such a request takes what follows it along`(_ bad: BadHead) throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send("GET /before HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.readAnswer()?.status == 200)
    _ = client.offer(Array((bad.text + "GET /behind HTTP/1.1\r\nHost: h\r\n\r\n").utf8))
    let answer = client.readToEnd()
    #expect(answer.status == bad.status && answer.isAtEnd)
    #expect(server.application.heads.map(\.path) == ["/before"])
  }

  @Test(arguments: ["x", "0x5", "-5", "+5", "5 ", "", "fffffffffffffffff", " 5", "5\0"])
  func `a chunk of such a size is refused`(_ size: String) throws {
    let server = try TestServer()
    let answer = try server.exchange(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nhello\r\n0\r\n\r\n"
    )
    #expect(answer.status == (size.count > 5 ? 413 : 400) && answer.isAtEnd)
    #expect(server.application.requests.isEmpty)
  }

  @Test func `a chunk that is longer than it says is refused`() throws {
    let server = try TestServer()
    let answer = try server.exchange(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloo\r\n0\r\n\r\n")
    #expect(answer.status == 400 && server.application.requests.isEmpty)
  }

  /// The library takes lone line feeds in chunks, so that others may see other requests behind them.
  @Test(arguments: ["0\r\n\r\n", "0\n\n", "0\r\nX: a\r\n\r\n", "0\r\n\0\n"])
  func `nothing follows a body in chunks`(_ end: String) throws {
    let server = try TestServer()
    let answer = try server.exchange(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n\(end)"
        + "GET /behind HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(answer.status == 200 && answer["Connection"] == "close" && answer.isAtEnd)
    #expect(server.application.heads.map(\.path) == ["/"])
  }

  @Test func `a value that is not UTF-8 is refused`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send(Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + [0xC3, 0x28, 13, 10, 13, 10])
    #expect(client.readToEnd().status == 400)
    #expect(server.application.heads.isEmpty)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.9\r\nHost: h\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nhOsT: h\r\nCookie: a=b; c=\"d;e\"; =;;x\r\n\r\n",
  ])
  func `such a request is served`(_ text: String) throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send(text)
    #expect(client.readAnswer()?.status == 200)
  }

  @Test func `random bytes never end the server`() throws {
    let server = try TestServer()
    var dice = SystemRandomNumberGenerator()
    let pieces = [
      "GET ", "POST ", "/", "a", " HTTP/1.1", " HTTP/1.0", "\r\n", "\n", "\r", "\0", ":", " ",
      "Host: h", "Content-Length: 5", "Transfer-Encoding: chunked", "5\r\nhello\r\n", "0\r\n\r\n",
      "\r\n\r\n", "?a=b&c", "%", "é", "\t",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...20, using: &dice)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &dice)]
      }.joined()
      let client = try server.connect()
      _ = client.offer(Array(text.utf8))
      client.finish()
      let answer = client.readToEnd()
      #expect(
        answer.isAtEnd && (answer.status ?? 400) < 500 || answer.status == 505,
        "\(text.debugDescription)")
    }
    #expect(try server.exchange("GET / HTTP/1.0\r\n\r\n").status == 200)
  }
}
