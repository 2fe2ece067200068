import KeywayCore
import KeywayHTTP
import KeywaySQLite
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct OperationTests {
  @Test func `the service is alive and ready, and not ready before it ends`() throws {
    let server = try TestServer()
    try server.furnish()
    #expect(server.send("GET", "/healthz")["status"] == "alive")
    #expect(server.send("GET", "/readyz").status == 200)
    server.application.announceEnd()
    let reply = server.send("GET", "/readyz")
    #expect(reply.status == 503 && reply.text.contains("the service stops"))
    #expect(server.send("GET", "/healthz").status == 200)
  }

  @Test func `a door whose lock has no driver here makes the service unready`() throws {
    let server = try TestServer()
    let site =
      #"{"keyway":1,"doors":[{"id":"d","name":"D","timeZone":"UTC","lock":{"driver":"webhook","url":"https://l.example/x","secretFile":"/s"}}]}"#
    _ = try server.services.registry.importSite(
      try SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "user:0"))
    let reply = server.send("GET", "/readyz")
    #expect(reply.status == 503 && reply.text.contains("webhook"))
  }

  @Test func `metrics count decisions by outcome and reason, commits and commands`() throws {
    let server = try TestServer()
    try server.furnish()
    let (phone, token) = (try server.token(.device, "p1"), try server.token(.operator))
    for (link, id) in [("xxx/k1", "a"), ("xxx/k2", "b"), ("xxx/k1", "a")] {
      let body = server.tap(link, id: id)
      _ = server.send("POST", "/v1/taps", token: phone, body, headers: ["Prefer": "wait=5"])
    }
    let reply = server.send("GET", "/metrics", token: token)
    #expect(reply.headers["Content-Type"]?.hasPrefix("application/openmetrics-text") == true)
    for line in [
      #"keyway_decisions_total{outcome="granted",reason=""} 1"#,
      #"keyway_decisions_total{outcome="denied",reason="wrong_holder"} 1"#,
      #"keyway_decisions_total{outcome="repeat",reason=""} 1"#,
      #"keyway_commands_total{state="acknowledged"} 1"#,
      "keyway_committed_taps_total 3", "keyway_commit_duration_seconds_count 3",
      "keyway_open_commands 0",
    ] {
      #expect(reply.text.contains(line + "\n"), "\(line) is missing in \(reply.text)")
    }
    #expect(reply.text.hasSuffix("# EOF\n"))
  }

  @Test func `a request has one line in the log, without its token, link or path`() throws {
    let server = try TestServer()
    try server.furnish()
    let phone = try server.token(.device, "p1")
    _ = server.send("POST", "/v1/taps", token: phone, server.tap("xxx/k1?x=1", id: "t1"))
    _ = server.send("GET", "/u/somebodys-key")
    _ = server.send("GET", "/v1/attempts/t1", token: "keyway_" + String(repeating: "0", count: 52))
    let lines = server.lines.wait(atMost: .seconds(5)) { $0.count >= 3 ? $0 : nil } ?? []
    #expect(lines.count == 3)
    let all = lines.joined()
    for secret in [phone, "keyway_", "k1", "somebodys"] { #expect(!all.contains(secret)) }
    #expect(all.contains(#""route":"/u/{id}","status":200"#))
    #expect(all.contains(#""status":401"#))
  }

  @Test func `the page behind a link is the same for every id and loads nothing`() throws {
    let server = try TestServer()
    try server.furnish()
    let known = server.send("GET", "/u/k1")
    let unknown = server.send("GET", "/u/nobody")
    #expect(known.status == 200 && known.body == unknown.body)
    #expect(known.headers == unknown.headers)
    #expect(known.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    for word in ["<script", "http://", "https://", "Front", "k1"] {
      #expect(!known.text.contains(word))
    }
  }

  @Test func `association files are there once they are set, and not before`() throws {
    let server = try TestServer()
    let path = "/.well-known/apple-app-site-association"
    #expect(server.send("GET", path).status == 404)
    try server.store.write { tx in
      try tx.setSetting("link.hosts", to: "unlock.example")
      try tx.setSetting("link.appleApps", to: "TEAMID1234.com.example.app")
    }
    let reply = server.send("GET", path)
    #expect(reply.status == 200 && reply.headers["Content-Type"] == "application/json")
    #expect(reply.text.contains("TEAMID1234.com.example.app"))
    #expect(server.send("GET", "/.well-known/assetlinks.json").status == 404)
  }

  @Test func `who shows many wrong tokens waits, and others at the address do not`() throws {
    let server = try TestServer()
    try server.furnish()
    let token = try server.token(.auditor)
    let wrong = "keyway_" + String(repeating: "z", count: 52)
    let statuses = (0..<25).map { _ in server.send("GET", "/v1/audit", token: wrong).status }
    #expect(statuses.prefix(20).allSatisfy { $0 == 401 })
    #expect(statuses.suffix(5).allSatisfy { $0 == 429 })
    #expect(server.send("GET", "/v1/audit", token: wrong).headers["Retry-After"] != nil)
    #expect(server.send("GET", "/v1/audit", token: token).status == 200)
    #expect(server.send("GET", "/v1/audit", token: wrong, address: "192.0.2.1").status == 401)
    server.advance(by: 61_000)
    #expect(server.send("GET", "/v1/audit", token: wrong).status == 401)
  }
}
