import KeywayHTTP
import Testing

@Suite(.enabled(if: Curl.isInstalled && Certificate.isPossible, "curl or openssl is not installed"))
struct EncryptionTests {
  private func server(
    _ certificate: Certificate, _ application: TestApplication = TestApplication()
  ) throws -> TestServer {
    try TestServer(application) {
      $0.certificate = certificate.bytes
      $0.privateKey = certificate.key
    }
  }

  @Test func `requests are served over TLS`() throws {
    let certificate = try Certificate()
    let server = try server(certificate)
    let url = "https://127.0.0.1:\(server.port)/a"
    let run = try Curl.run("--cacert", certificate.path, url, url)
    #expect(run.output == "GET /a GET /a ")
    #expect(!server.application.heads.contains { !$0.client.isSecure })
    #expect(try Curl.run("-k", "-d", "x=y", "--tlsv1.3", url).output == "POST /a x=y")
    #expect(try Curl.run("-k", "--tls-max", "1.2", url).output == "GET /a ")
    #expect(try Curl.run("-k", "--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0", url).status != 0)
    #expect(try Curl.run("http://127.0.0.1:\(server.port)/a").status != 0)
  }

  @Test func `answers from other threads, and streams, go over TLS`() throws {
    let certificate = try Certificate()
    let server = try server(
      certificate,
      TestApplication(answer: { request, exchange in
        inBackground {
          guard request.head.path == "/stream" else {
            exchange.respond(HTTPResponse(status: 200, body: .bytes([65])))
            return
          }
          let stream = HTTPStream()
          exchange.respond(HTTPResponse(status: 200, body: .stream(stream)))
          for _ in 0..<50 { try? stream.write([UInt8](repeating: 65, count: 20_000)) }
          stream.finish()
        }
      }))
    let url = "https://127.0.0.1:\(server.port)"
    let arguments = ["-k", "-o", "/dev/null", "-w", "%{http_code} %{size_download}"]
    let run = try Curl.run(arguments + ["\(url)/stream"])
    #expect(run.output == "200 1000000")
    #expect(try Curl.run("-k", "\(url)/a", "\(url)/b").output == "AA")
  }

  @Test func `a handshake that does not go on is cut`() throws {
    let certificate = try Certificate()
    let server = try TestServer {
      $0.certificate = certificate.bytes
      $0.privateKey = certificate.key
      $0.limits.headTime = .milliseconds(200)
    }
    #expect(try server.connect().ends)
    let client = try server.connect()
    try client.send([0x16, 3, 1])
    #expect(client.ends)
  }

  @Test func `a key of another certificate is refused`() throws {
    let (one, other) = (try Certificate(), try Certificate())
    let error = #expect(throws: HTTPServerError.self) {
      try TestServer {
        $0.certificate = one.bytes
        $0.privateKey = other.key
      }
    }
    #expect(error?.code == .badCertificate)
  }
}
