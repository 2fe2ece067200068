import Foundation
import KeywayHTTP
import Testing

@Suite(.enabled(if: Curl.isInstalled, "curl is not installed"))
struct CurlTests {
  @Test func `curl gets what it asks for`() throws {
    let server = try TestServer()
    let url = "http://127.0.0.1:\(server.port)"
    #expect(try Curl.run("\(url)/a?b").output == "GET /a ")
    #expect(try Curl.run("-0", "\(url)/a").output == "GET /a ")
    #expect(try Curl.run("-I", "\(url)/a").output.contains("Content-Length: 8"))
    #expect(try Curl.run("-d", "x=y", "\(url)/a").output == "POST /a x=y")
    #expect(try Curl.run("-T", "-", "-H", "Expect: 100-continue", "\(url)/a").status == 0)
    #expect(try Curl.run("--path-as-is", "\(url)/a/../b//").output == "GET /a/../b// ")
  }

  @Test func `curl uses a connection again`() throws {
    let server = try TestServer()
    let url = "http://127.0.0.1:\(server.port)"
    let run = try Curl.run("-w", "%{num_connects}\n", "\(url)/a", "\(url)/b")
    #expect(run.output == "GET /a 1\nGET /b 0\n")
  }

  @Test func `curl reads why its long body is refused`() throws {
    let server = try TestServer()
    let folder = FileManager.default.temporaryDirectory.path + "/keyway-\(UUID().uuidString)"
    try Data(repeating: 65, count: 10_000_000).write(to: URL(fileURLWithPath: folder))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for extra in [["-H", "Expect:"], ["-H", "Transfer-Encoding: chunked", "-H", "Expect:"]] {
      let run = try Curl.run(
        ["-o", "/dev/null", "-w", "%{http_code}"] + extra + [
          "--data-binary", "@" + folder, "http://127.0.0.1:\(server.port)/",
        ])
      #expect(run.output == "413")
    }
  }

  @Test func `curl notices an answer that is not whole`() throws {
    let server = try TestServer(
      TestApplication(answer: { _, exchange in
        let stream = HTTPStream()
        try? stream.write(Array("half".utf8))
        exchange.respond(HTTPResponse(status: 200, body: .stream(stream)))
        inBackground { stream.abort() }
      }))
    // 18: the transfer ended early.
    #expect(try Curl.run("http://127.0.0.1:\(server.port)/").status != 0)
  }
}
