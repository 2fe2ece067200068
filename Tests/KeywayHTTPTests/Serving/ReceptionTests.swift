import KeywayHTTP
import Testing

@Suite struct ReceptionTests {
  private let refusing = TestApplication(receive: { _ in
    .refuse(HTTPResponse(status: 401, body: .bytes([65])))
  })

  @Test func `a refused request without a body keeps the connection`() throws {
    let server = try TestServer(refusing)
    let client = try server.connect()
    for _ in 1...2 {
      try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      let answer = try #require(client.readAnswer())
      #expect(answer.status == 401 && answer.text == "A" && answer["Connection"] == nil)
    }
    #expect(server.application.requests.isEmpty)
  }

  @Test func `a refused request with a body is answered before it and ends the connection`() throws
  {
    let server = try TestServer(refusing)
    let client = try server.connect()
    try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
    let answer = client.readToEnd()
    #expect(answer.status == 401 && answer["Connection"] == "close" && answer.isAtEnd)
    let asking = try server.exchange(
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
    #expect(asking.status == 401)
  }

  @Test func `a client that sends on can still read why it was refused`() throws {
    let server = try TestServer(refusing)
    let client = try server.connect()
    try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n")
    // Much more than the system keeps for a server that does not read.
    #expect(client.offer([UInt8](repeating: 65, count: 4_000_000)) == 4_000_000)
    #expect(client.readToEnd().status == 401)
  }

  @Test func `a body over the limit is refused, counted ones unread`() throws {
    let server = try TestServer(
      TestApplication(receive: { _ in .read(limit: 10, within: .seconds(30)) }))
    let start = "POST / HTTP/1.1\r\nHost: h\r\n"
    let client = try server.connect()
    try client.send(start + "Content-Length: 10\r\n\r\n0123456789")
    #expect(client.readAnswer()?.status == 200)
    try client.send(start + "Content-Length: 11\r\n\r\n")
    #expect(client.readToEnd().status == 413)
    let chunked = start + "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n"
    #expect(try server.exchange(chunked + "0\r\n\r\n").status == 200)
    let answer = try server.exchange(chunked + "1\r\n0\r\n0\r\n\r\n")
    #expect(answer.status == 413 && answer.isAtEnd)
    #expect(server.application.requests.count == 2)
  }

  @Test func `half a body is no request`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel")
    client.finish()
    #expect(client.readToEnd().status == nil)
    let other = try server.connect()
    try other.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
    other.finish()
    #expect(other.readToEnd().status == nil)
    #expect(server.application.heads.count == 2 && server.application.requests.isEmpty)
  }
}
