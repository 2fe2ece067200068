import KeywayHTTP
import Testing

@Suite struct ServingTests {
  @Test func `a path and a query come as they were sent`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send("GET /a%2e%2f//..;b?x=1+2&y=%20&&=?z HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.readAnswer()?.status == 200)
    let head = try #require(server.application.heads.first)
    #expect(head.path == "/a%2e%2f//..;b" && head.query == "x=1+2&y=%20&&=?z")
    try client.send("GET /? HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.readAnswer()?.text == "GET / ")
    #expect(client.readAnswer()?.text == "GET / ")
    #expect(server.application.heads.map(\.query).suffix(2) == ["", nil])
  }

  @Test func `fields come in their order, without blanks at the ends of values`() throws {
    let server = try TestServer()
    _ = try server.exchange(
      "PURGE / HTTP/1.1\r\nHost: h\r\nB: \t x y \t \r\na:\r\nB:2\r\nÄ: 1\r\nConnection: close\r\n\r\n"
        .replacing("Ä: 1\r\n", with: "C: é\r\n"))
    let head = try #require(server.application.heads.first)
    #expect(head.method == "PURGE")
    #expect(
      head.headers
        == HTTPHeaders([
          ("Host", "h"), ("B", "x y"), ("a", ""), ("B", "2"), ("C", "é"), ("Connection", "close"),
        ]))
  }

  @Test func `a body comes whole, counted or in chunks`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel")
    try client.send("lo")
    #expect(client.readAnswer()?.text == "POST /a hello")
    try client.send("POST /b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n")
    try client.send("2;x=y\r\nlo\r\n0\r\nTrailer: 1\r\n\r\n")
    #expect(client.readAnswer()?.text == "POST /b hello")
  }

  @Test func `HEAD has the fields of GET and no body`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send("HEAD /abc HTTP/1.1\r\nHost: h\r\n\r\nGET /abc HTTP/1.1\r\nHost: h\r\n\r\n")
    let head = client.readAnswer(toHead: true)
    let get = client.readAnswer()
    #expect(head?["Content-Length"] == "10" && get?["Content-Length"] == "9")
    #expect(get?.text == "GET /abc ")
    #expect(get?["Date"]?.hasSuffix(" GMT") == true)
  }

  @Test(arguments: [204, 304])
  func `such an answer has no body`(_ status: Int) throws {
    let server = try TestServer(
      TestApplication(answer: { request, exchange in
        exchange.respond(
          HTTPResponse(status: request.head.path == "/x" ? status : 200, body: .bytes([65])))
      }))
    let client = try server.connect()
    try client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(client.readAnswer()?.status == status)
    #expect(client.readAnswer()?.text == "A")
  }

  @Test func `an answer cannot smuggle a field`() throws {
    let values = ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0b", "a\u{7F}"]
    let server = try TestServer(
      TestApplication(answer: { request, exchange in
        let index = Int(request.head.path.dropFirst()) ?? 0
        exchange.respond(
          HTTPResponse(
            status: 200,
            headers: index < values.count ? ["X": values[index]] : ["X\r\nY": "1"],
            body: .bytes([65])))
      }))
    for index in 0...values.count {
      let answer = try server.exchange("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(answer.status == 500 && answer["X"] == nil && answer["Set-Cookie"] == nil)
      #expect(answer["Connection"] == "close" && answer.isAtEnd)
    }
    #expect(server.reports.count == values.count + 1)
  }

  @Test(arguments: [0, 99, 100, 199, 600, -1])
  func `a status that no answer has is a fault of ours`(_ status: Int) throws {
    let server = try TestServer(
      TestApplication(answer: { $1.respond(HTTPResponse(status: status)) }))
    #expect(try server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 500)
  }

  @Test func `the transport's own fields cannot be set`() throws {
    let server = try TestServer(
      TestApplication(answer: { _, exchange in
        exchange.respond(
          HTTPResponse(
            status: 200,
            headers: [
              "content-length": "99", "Transfer-Encoding": "chunked", "Connection": "close",
              "date": "never", "X": "1",
            ], body: .bytes([65])))
      }))
    let client = try server.connect()
    for _ in 1...2 {
      try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      let answer = try #require(client.readAnswer())
      #expect(answer["Content-Length"] == "1" && answer["Transfer-Encoding"] == nil)
      #expect(answer["Date"] != "never" && answer["Connection"] == nil && answer["X"] == "1")
    }
  }

  @Test func `an answer that closes ends the connection`() throws {
    let server = try TestServer(
      TestApplication(answer: { _, exchange in
        var response = HTTPResponse(status: 200)
        response.closes = true
        exchange.respond(response)
      }))
    let answer = try server.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(answer["Connection"] == "close" && answer.isAtEnd)
  }

  @Test func `an old client's connection ends with the answer, unless it asks`() throws {
    let server = try TestServer()
    let answer = try server.exchange("GET / HTTP/1.0\r\n\r\n")
    #expect(answer.status == 200 && answer.text == "GET / " && answer.isAtEnd)
    let client = try server.connect()
    for _ in 1...2 {
      try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(client.readAnswer()?["Connection"] == "Keep-Alive")
    }
  }

  @Test func `a client that asks first is told to send its body`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send(
      "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.readAnswer()?.status == 100)
    try client.send("ab")
    #expect(client.readAnswer()?.text == "PUT / ab")
  }
}
