import Foundation
import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct SetJobRouteTests {
  private static func server(phones: Int = 0) throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    if phones > 0 {
      let records = (0..<phones).map { #"{"id":"q\#(10_000 + $0)","holder":"aoi"}"# }
      let site = #"{"keyway":1,"devices":[\#(records.joined(separator: ","))]}"#
      _ = try server.services.registry.importSite(
        try SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "user:0"))
    }
    return (server, try server.token(.job))
  }

  private static func lines(_ bytes: [UInt8]) -> [JSONObject] {
    bytes.split(separator: 0x0A).compactMap { line in
      guard case .object(let object)? = try? JSONValue(parsing: Array(line).span) else {
        return nil
      }
      return object
    }
  }

  private static func devices(_ bytes: [UInt8]) -> [String] {
    lines(bytes).compactMap { line in
      if case .string(let id)? = line["device"] { id } else { nil }
    }
  }

  @Test func `the sets of all phones come one a line, each as its phone is given it`() throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "/v1/shortcut-sets", token: token, "{}")
    #expect(reply.status == 200 && reply.isWhole)
    #expect(reply.headers["Content-Type"] == "application/jsonl")
    #expect(Self.devices(reply.body).sorted() == ["p1", "p2"])
    let own = server.send("GET", "/v1/devices/p1/shortcuts", token: token)
    #expect(reply.text.contains(own.text + "\n"))
  }

  @Test func `only the phones that were asked for, and those that fail at the end`() throws {
    let (server, token) = try Self.server()
    let reply = server.send(
      "POST", "/v1/shortcut-sets", token: token, #"{"devices":["p2","nobody"]}"#)
    #expect(Self.devices(reply.body) == ["p2"] && reply.isWhole)
    #expect(
      reply.text.hasSuffix(#"{"failed":[{"device":"nobody","message":"is unknown"}]}"# + "\n"))
  }

  @Test func `only those that lack something, until they have it`() throws {
    let (server, token) = try Self.server()
    let changed = #"{"changed":true}"#
    let first = server.send("POST", "/v1/shortcut-sets", token: token, changed)
    let again = server.send("POST", "/v1/shortcut-sets", token: token, changed)
    #expect(Self.devices(first.body).count == 2)
    #expect(Set(Self.lines(again.body)) == Set(Self.lines(first.body)))
    let ack = server.send(
      "POST", "/v1/shortcut-sets/ack", token: token,
      Self.devices(first.body).map { #"{"device":"\#($0)","version":1}"# }.joined(separator: "\n"),
      headers: ["Content-Type": "application/jsonl"])
    #expect(ack.status == 200 && ack["acknowledged"] == "2", "\(ack.text)")
    let rest = server.send("POST", "/v1/shortcut-sets", token: token, changed)
    #expect(rest.status == 200 && rest.isWhole && rest.body.isEmpty)
  }

  @Test func `a rehearsal keeps nothing, and may be for another time`() throws {
    let (server, token) = try Self.server()
    let reply = server.send(
      "POST", "/v1/shortcut-sets", token: token,
      #"{"at":"2027-01-01T00:00:00Z","dryRun":true,"devices":["p1"]}"#)
    #expect(Self.lines(reply.body).first?["issuedAt"] == .string("2027-01-01T00:00:00.000Z"))
    #expect(try server.services.shortcuts.show(Device.ID(trusted: "p1")).isStored == false)
  }

  struct Wrong: Sendable {
    let body: String
    let field: String

    static let all = [
      Wrong(body: #"{"at":"2027-01-01T00:00:00Z"}"#, field: "at"),
      Wrong(body: #"{"at":"tomorrow","dryRun":true}"#, field: "at"),
      Wrong(body: #"{"changed":1}"#, field: "changed"),
      Wrong(body: #"{"dryRun":"true"}"#, field: "dryRun"),
      Wrong(body: #"{"devices":"p1"}"#, field: "devices"),
      Wrong(body: #"{"devices":["p1","_"]}"#, field: "devices[1]"),
      Wrong(body: #"{"language":"_"}"#, field: "language"),
      Wrong(body: #"{"output":"x"}"#, field: "the body has the member \"output\""),
    ]
  }

  @Test(arguments: Wrong.all)
  func `what is wrong is named before anything begins`(_ wrong: Wrong) throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "/v1/shortcut-sets", token: token, wrong.body)
    #expect(reply.status == 400 && reply["detail"]?.hasPrefix(wrong.field) == true, "\(reply.text)")
  }

  @Test func `a second job at once is told to come again, and a rehearsal is none`() throws {
    let (server, token) = try Self.server()
    let claim = try server.environment.store.claim("generate")
    let reply = server.send("POST", "/v1/shortcut-sets", token: token, "{}")
    #expect(reply.status == 409 && reply["code"] == "busy")
    #expect(reply.headers["Retry-After"] == "10")
    let rehearsal = server.send("POST", "/v1/shortcut-sets", token: token, #"{"dryRun":true}"#)
    #expect(rehearsal.status == 200 && rehearsal.isWhole)
    withExtendedLifetime(claim) {}
  }

  @Test func `who has read the end of one job may begin the next`() throws {
    let (server, token) = try Self.server()
    for _ in 0..<30 {
      let reply = server.send("POST", "/v1/shortcut-sets", token: token, "{}")
      #expect(reply.status == 200 && reply.isWhole)
    }
  }

  @Test func `the job holds its right until the last line is out`() throws {
    let (server, token) = try Self.server(phones: 3_000)
    let response = try #require(server.response("POST", "/v1/shortcut-sets", token: token, "{}"))
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    // More waits to be read than a stream holds, so the job cannot have ended.
    #expect(server.send("POST", "/v1/shortcut-sets", token: token, "{}").status == 409)
    let (bytes, isWhole) = TestServer.read(stream)
    #expect(isWhole && Set(Self.devices(bytes)).count == 3_002)
  }

  @Test func `a reader who goes away ends the job, and no version is lost or skipped`() throws {
    let (server, token) = try Self.server(phones: 3_000)
    let response = try #require(
      server.response("POST", "/v1/shortcut-sets", token: token, #"{"changed":true}"#))
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    stream.close()
    // Until the job has given up its right.
    while (try? server.environment.store.claim("generate")) == nil { usleep(2_000) }
    let kept = try server.environment.store.read { reader throws in
      try (0..<3_000).count {
        try reader.hasSet(of: Device.ID(trusted: "q\(10_000 + $0)"), version: 1)
      }
    }
    #expect(kept < 3_000)
    let reply = server.send("POST", "/v1/shortcut-sets", token: token, #"{"changed":true}"#)
    let versions = Self.lines(reply.body).map { $0["version"] }
    #expect(reply.isWhole && Set(Self.devices(reply.body)).count == 3_002)
    #expect(versions.allSatisfy { $0 == .integer(1) })
  }

  @Test func `a job that fails on its way is seen to be incomplete`() throws {
    let (server, token) = try Self.server(phones: 3_000)
    let response = try #require(server.response("POST", "/v1/shortcut-sets", token: token, "{}"))
    guard case .stream(let stream) = response.body else {
      Issue.record("no stream")
      return
    }
    // What the end of the service does to jobs that take too long.
    _ = server.application.finish(within: .milliseconds(20))
    #expect(TestServer.read(stream).isWhole == false)
  }
}
