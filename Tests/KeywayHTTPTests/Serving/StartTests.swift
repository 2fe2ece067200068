import KeywayHTTP
import Testing

@Suite struct StartTests {
  private func failure(
    _ configure: (inout HTTPServer.Configuration) -> Void
  ) throws -> HTTPServerError.Code {
    var configuration = HTTPServer.Configuration()
    configure(&configuration)
    let error = #expect(throws: HTTPServerError.self) {
      try HTTPServer(configuration, application: TestApplication()).start()
    }
    return try #require(error).code
  }

  @Test func `a server says why it does not start`() throws {
    let server = try TestServer()
    let port = server.port
    #expect(try failure { $0.port = port } == .addressInUse)
    #expect(try failure { $0.address = "localhost" } == .badAddress)
    #expect(try failure { $0.address = "192.0.2.1" } == .badAddress)
    #expect(try failure { $0.address = "127.0.0.1\0" } == .badAddress)
    #expect(try failure { $0.trustedProxies = ["x"] } == .badProxy)
    #expect(try failure { $0.certificate = [65] } == .badCertificate)
    #expect(try failure { $0.privateKey = [65] } == .badCertificate)
    #expect(
      try failure {
        $0.certificate = Array("nonsense".utf8)
        $0.privateKey = Array("nonsense".utf8)
      } == .badCertificate)
  }

  @Test func `a port is free again when its server has stopped`() throws {
    let first = try TestServer()
    let port = first.port
    first.server.stop()
    let second = try TestServer { $0.port = port }
    #expect(try second.exchange("GET / HTTP/1.0\r\n\r\n").status == 200)
  }

  @Test func `a server can listen to IPv6`() throws {
    let server = try TestServer { $0.address = "::1" }
    let run = try Curl.run("-g", "http://[::1]:\(server.port)/a")
    #expect(run.output == "GET /a ")
    #expect(server.application.heads.first?.client == HTTPClient(address: "::1", isSecure: true))
  }
}
