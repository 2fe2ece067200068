import KeywayHTTP
import Testing

@Suite struct LimitTests {
  private static let head = "GET / HTTP/1.1\r\nHost: h\r\n"

  @Test func `a head may have so many bytes, and no more`() throws {
    let server = try TestServer { $0.limits.head = 1000 }
    let rest = 1000 - Self.head.utf8.count - "X: \r\n\r\n".utf8.count
    let client = try server.connect()
    try client.send(Self.head + "X: " + String(repeating: "a", count: rest) + "\r\n\r\n")
    #expect(client.readAnswer()?.status == 200)
    try client.send(Self.head + "X: " + String(repeating: "a", count: rest + 1) + "\r\n\r\n")
    let answer = client.readToEnd()
    #expect(answer.status == 431 && answer.isAtEnd)
  }

  @Test(arguments: [
    "GET /" + String(repeating: "a", count: 100_000),
    head + "X: " + String(repeating: "a", count: 100_000),
    head + String(repeating: "a:b\r\n", count: 20_000),
  ])
  func `a head without an end is refused while it comes`(_ text: String) throws {
    let server = try TestServer()
    let client = try server.connect()
    let sent = client.offer(Array(text.utf8))
    let answer = client.readToEnd()
    #expect(answer.isAtEnd)
    // The system may throw the answer away when the client still sends.
    #expect(answer.status == nil || answer.status == 431 || answer.status == 414, "\(sent)")
    #expect(server.application.heads.isEmpty)
  }

  @Test func `a head that comes slowly is cut, however steadily`() throws {
    let server = try TestServer { $0.limits.headTime = .milliseconds(300) }
    let client = try server.connect()
    let isCut = eventually {
      client.offer([0x61]) == 0
    }
    #expect(isCut)
    #expect(eventually { server.server.connections == 0 })
  }

  @Test func `a later head that comes slowly is cut as well`() throws {
    let server = try TestServer { $0.limits.headTime = .milliseconds(300) }
    let client = try server.connect()
    try client.send(Self.head + "\r\n")
    #expect(client.readAnswer()?.status == 200)
    try client.send(Self.head + "X: ")
    #expect(eventually { client.offer([0x61]) == 0 })
  }

  @Test func `a connection without a request is cut after its time`() throws {
    let server = try TestServer {
      $0.limits.idleTime = .milliseconds(200)
      $0.limits.headTime = .milliseconds(200)
    }
    #expect(try server.connect().ends)
    let client = try server.connect()
    try client.send(Self.head + "\r\n")
    #expect(client.readAnswer()?.status == 200)
    #expect(client.ends)
  }

  @Test func `a body that comes slowly is cut`() throws {
    let server = try TestServer(
      TestApplication(receive: { _ in .read(limit: 1 << 20, within: .milliseconds(300)) })
    ) { $0.limits.headTime = .milliseconds(400) }
    let client = try server.connect()
    try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
    #expect(eventually { client.offer([0x61]) == 0 })
    #expect(server.application.requests.isEmpty)
  }

  @Test func `an answer may take longer than a head`() throws {
    let kept = Box<(any HTTPExchange)?>(nil)
    let server = try TestServer(TestApplication(answer: { kept.value = $1 })) {
      $0.limits.headTime = .milliseconds(100)
      $0.limits.idleTime = .milliseconds(100)
    }
    let client = try server.connect()
    try client.send(Self.head + "\r\n")
    #expect(eventually { kept.value != nil })
    // Another connection's time is over meanwhile.
    #expect(try server.connect().ends)
    kept.value?.respond(HTTPResponse(status: 201))
    #expect(client.readAnswer()?.status == 201)
  }

  @Test func `a client that does not take its answer is cut`() throws {
    let server = try TestServer(
      TestApplication(answer: { _, exchange in
        let body = [UInt8](repeating: 65, count: 32 << 20)
        exchange.respond(HTTPResponse(status: 200, body: .bytes(body)))
      })
    ) {
      $0.limits.takingTime = .milliseconds(200)
      $0.limits.takingRate = 1 << 30
    }
    let client = try server.connect()
    try client.send(Self.head + "\r\n")
    #expect(client.waits(for: "AAAA"))
    #expect(eventually { server.server.connections == 0 })
    let answer = client.readToEnd()
    #expect(answer.isAtEnd && answer.body.count < 32 << 20)
  }

  @Test func `two thousand idle connections hold nobody up`() throws {
    try FileLimit.raise(to: 5000)
    let server = try TestServer()
    let idle = try (0..<2000).map { _ in try server.connect() }
    let client = try server.connect()
    for _ in 0..<20 {
      try client.send(Self.head + "\r\n")
      #expect(client.readAnswer()?.status == 200)
    }
    #expect(server.server.connections == 2001)
    withExtendedLifetime(idle) {}
  }

  @Test func `when nearly all connections are used, the idle ones make room`() throws {
    let kept = Box<(any HTTPExchange)?>(nil)
    let application = TestApplication(answer: { request, exchange in
      if request.head.path == "/wait" {
        kept.value = exchange
      } else {
        TestApplication.echo(request, exchange)
      }
    })
    let server = try TestServer(application) { $0.limits.connections = 64 }
    let waiting = try server.connect()
    try waiting.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(eventually { kept.value != nil })
    var idle: [RawClient] = []
    for _ in 0..<300 {
      idle.append(try server.connect())
      if idle.count % 10 == 0 {
        let client = try server.connect()
        try client.send(Self.head + "\r\n")
        #expect(client.readAnswer()?.status == 200)
      }
    }
    #expect(server.server.connections <= 64)
    kept.value?.respond(HTTPResponse(status: 201))
    #expect(waiting.readAnswer()?.status == 201)
  }
}
