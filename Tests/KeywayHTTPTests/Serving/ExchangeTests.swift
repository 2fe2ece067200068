import Dispatch
import Glibc
import KeywayHTTP
import Testing

@Suite struct ExchangeTests {
  private static let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `two hundred requests are answered from other threads at once`() throws {
    let workers = DispatchQueue(label: "workers", attributes: .concurrent)
    let server = try TestServer(
      TestApplication(answer: { request, exchange in
        workers.async {
          usleep(UInt32.random(in: 0..<500))
          TestApplication.echo(request, exchange)
        }
      }))
    let clients = try (0..<200).map { _ in try server.connect() }
    for round in 0..<5 {
      for (index, client) in clients.enumerated() {
        try client.send("GET /\(round)/\(index) HTTP/1.1\r\nHost: h\r\n\r\n")
      }
      for (index, client) in clients.enumerated() {
        #expect(client.readAnswer()?.text == "GET /\(round)/\(index) ")
      }
    }
    #expect(server.application.requests.count == 1000)
  }

  @Test func `only the first answer counts`() throws {
    let kept = Box<(any HTTPExchange)?>(nil)
    let server = try TestServer(
      TestApplication(answer: { _, exchange in
        kept.value = exchange
        exchange.respond(HTTPResponse(status: 201))
        exchange.respond(HTTPResponse(status: 500))
      }))
    let client = try server.connect()
    try client.send(Self.request)
    #expect(client.readAnswer()?.status == 201)
    kept.value?.respond(HTTPResponse(status: 500))
    try client.send(Self.request)
    #expect(client.readAnswer()?.status == 201)
  }

  @Test func `a client that goes while its answer is made harms nobody`() throws {
    let kept = Box<[any HTTPExchange]>([])
    let server = try TestServer(TestApplication(answer: { _, e in kept.change { $0.append(e) } }))
    for isReset in [false, true] {
      let count = kept.value.count
      let client = try server.connect()
      if isReset {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          client.socket, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
      }
      try client.send(Self.request)
      #expect(eventually { kept.value.count == count + 1 })
    }
    let big = [UInt8](repeating: 65, count: 4 << 20)
    for exchange in kept.value {
      exchange.respond(HTTPResponse(status: 200, body: .bytes(big)))
    }
    #expect(eventually { server.server.connections == 0 })
    for exchange in kept.value { exchange.respond(HTTPResponse(status: 200)) }
    kept.value = []
    let client = try server.connect()
    try client.send(Self.request)
    #expect(eventually { kept.value.count == 1 })
    kept.value.first?.respond(HTTPResponse(status: 201))
    #expect(client.readAnswer()?.status == 201)
  }

  @Test func `a server that stops answers those who wait, and takes late answers`() throws {
    let kept = Box<[any HTTPExchange]>([])
    let server = try TestServer(TestApplication(answer: { _, e in kept.change { $0.append(e) } }))
    let clients = try (0..<20).map { _ in try server.connect() }
    for client in clients { try client.send(Self.request) }
    #expect(eventually { kept.value.count == 20 })
    server.server.stop(within: .milliseconds(50))
    for client in clients {
      let answer = client.readToEnd()
      #expect(answer.status == 503 && answer["Connection"] == "close" && answer.isAtEnd)
    }
    for exchange in kept.value { exchange.respond(HTTPResponse(status: 200)) }
    #expect(throws: RawClient.Refused.self) { try server.connect() }
  }

  @Test func `a server that stops waits for answers`() throws {
    let kept = Box<(any HTTPExchange)?>(nil)
    let server = try TestServer(TestApplication(answer: { kept.value = $1 }))
    let idle = try server.connect()
    let client = try server.connect()
    try client.send(Self.request)
    #expect(eventually { kept.value != nil })
    let running = server.server
    let isOver = Box(false)
    inBackground {
      running.stop(within: .seconds(20))
      isOver.value = true
    }
    #expect(idle.ends)
    #expect(!isOver.value)
    kept.value?.respond(HTTPResponse(status: 201))
    let answer = client.readToEnd()
    #expect(answer.status == 201 && answer["Connection"] == "close")
    #expect(eventually { isOver.value })
  }

  @Test func `a server that takes no new connections serves the open ones once more`() throws {
    let server = try TestServer()
    let client = try server.connect()
    try client.send(Self.request)
    #expect(client.readAnswer()?["Connection"] == nil)
    server.server.stopAccepting()
    #expect(throws: RawClient.Refused.self) { try server.connect() }
    try client.send(Self.request)
    let answer = client.readToEnd()
    #expect(answer.status == 200 && answer["Connection"] == "close" && answer.isAtEnd)
  }

  @Test func `requests and answers go on while the server stops`() throws {
    for _ in 0..<10 {
      let workers = DispatchQueue(label: "workers", attributes: .concurrent)
      let server = try TestServer(
        TestApplication(answer: { request, exchange in
          workers.async { TestApplication.echo(request, exchange) }
        }))
      let port = server.port
      let ended = Box(0)
      for _ in 0..<8 {
        inBackground {
          defer { ended.change { $0 += 1 } }
          guard let client = try? RawClient(port: port) else { return }
          while client.offer(Array(Self.request.utf8)) > 0, client.readAnswer() != nil {}
        }
      }
      #expect(eventually { server.application.requests.count > 50 })
      server.server.stop(within: .milliseconds(20))
      #expect(eventually { ended.value == 8 })
    }
  }
}
