import Foundation
import KeywayCore
import KeywayCrypto
import KeywayHTTP
import KeywayService
import Testing

@testable import KeywayServer

@Suite struct LogRouteTests {
  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.auditor))
  }

  private static func sequences(_ reply: TestServer.Reply) throws -> [Int64] {
    try reply.text.split(separator: "\n").map { line in
      guard case .object(let object) = try JSONValue(parsing: Array(line.utf8).span),
        case .integer(let sequence)? = object["seq"]
      else { return -1 }
      return sequence
    }
  }

  @Test func `pages follow each other without gaps or repeats, to the end`() throws {
    let (server, token) = try Self.server()
    let size = try server.services.audit.size()
    var found: [Int64] = []
    var next: String? = "/v1/audit?limit=3"
    while let target = next {
      let reply = server.send("GET", target, token: token)
      #expect(reply.status == 200)
      let some = try Self.sequences(reply)
      #expect(some.count <= 3)
      found += some
      next = reply.headers["Link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
    }
    #expect(found == Array(0..<size))
    #expect(server.send("GET", "/v1/audit?after=\(size)", token: token).body.isEmpty)
  }

  @Test(arguments: [
    "after=-2", "after=x", "after=01", "limit=0", "limit=10001", "x=1", "after=1&after=2",
  ])
  func `a wrong query is refused by name`(_ query: String) throws {
    let (server, token) = try Self.server()
    let reply = server.send("GET", "/v1/audit?\(query)", token: token)
    #expect(reply.status == 400 && reply["code"] == "invalid_query")
  }

  @Test func `one entry has its leaf, and there are no others`() throws {
    let (server, token) = try Self.server()
    let reply = server.send("GET", "/v1/audit/0", token: token)
    #expect(reply.status == 200 && reply["leaf"]?.utf8.count == 64)
    for path in ["00", "-1", "x", "999999", "99999999999999999999"] {
      #expect(server.send("GET", "/v1/audit/\(path)", token: token).status == 404)
    }
  }

  @Test func `the checkpoint and its tiles prove the entries`() throws {
    let (server, token) = try Self.server()
    let note = server.send("GET", "/v1/log/checkpoint", token: token)
    #expect(note.status == 200)
    let checkpoint = try SignedCheckpoint(parsing: note.body.span).checkpoint
    #expect(try checkpoint.size == server.services.audit.size())
    let tile = server.send("GET", "/v1/log/tile/0/000.p/\(checkpoint.size)", token: token)
    #expect(tile.status == 200 && tile.body.count == 32 * Int(checkpoint.size))
    var leaves: [UInt8] = []
    for sequence in 0..<checkpoint.size {
      let entry = server.send("GET", "/v1/audit/\(sequence)", token: token)
      leaves += try #require(Digest(hex: entry["leaf"] ?? "")).hex.utf8
    }
    #expect(
      tile.body.map { String(format: "%02x", $0) }.joined()
        == String(decoding: leaves, as: UTF8.self))
    let entries = server.send(
      "GET", "/v1/log/tile/entries/000.p/\(checkpoint.size)", token: token)
    #expect(entries.status == 200)
    #expect(server.send("GET", "/v1/log/checkpoint", token: token).body == note.body)
  }

  @Test(arguments: [
    "0/000.p/999", "0/001", "1/000", "0/000", "0/0", "0/000.p/0", "0/000.p/01", "8/000",
    "0/x000/000",
    "entries/001", "-1/000", "0/../000",
  ])
  func `a tile that the log has not, or another spelling, is not found`(_ path: String) throws {
    let (server, token) = try Self.server()
    #expect(server.send("GET", "/v1/log/tile/\(path)", token: token).status == 404)
  }

  @Test func `a follower gets entries as they come and goes on where it was`() throws {
    let (server, token) = try Self.server()
    let size = try server.services.audit.size()
    let reply = server.stream(
      "/v1/audit/stream", token: token, headers: ["Last-Event-ID": "\(size - 2)"])
    let stream = try #require(reply)
    #expect(stream.text(until: "id: \(size - 1)\n", within: .seconds(5)) != nil)
    let phone = try server.token(.device, "p1")
    _ = server.send("POST", "/v1/taps", token: phone, server.tap("xxx/k1", id: "t1"))
    let text = try #require(stream.text(until: "\"tap\":\"t1\"", within: .seconds(5)))
    #expect(!text.contains("id: \(size - 2)\n"))
    #expect(text.contains("data: {"))
    stream.close()
  }

  @Test(arguments: ["x", "-2", "1.0", "99999999999999999999"])
  func `a last event that is none is refused`(_ text: String) throws {
    let (server, token) = try Self.server()
    let reply = server.send(
      "GET", "/v1/audit/stream", token: token, headers: ["Last-Event-ID": text])
    #expect(reply.status == 400)
  }
}
