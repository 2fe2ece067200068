import Foundation
import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct RegistryRouteTests {
  /// A list with one record more than the furniture has.
  struct Sample: Sendable, CustomTestStringConvertible {
    let list: String
    let id: String
    let record: String
    /// The same with one member changed, and without what it can do without.
    let changed: String
    /// A member of the wrong kind, and the name of the field.
    let wrong: (body: String, field: String)
    var testDescription: String { list }
    var path: String { "/v1/\(list)/\(id)" }

    static let all = [
      Sample(
        list: "doors", id: "side",
        record: #"{"id":"side","name":"Side","site":"Office","timeZone":"UTC"}"#,
        changed: #"{"name":"Side door","timeZone":"UTC"}"#,
        wrong: (#"{"id":"x","name":"Side","timeZone":"Nowhere/Else"}"#, "timeZone")),
      Sample(
        list: "holders", id: "lee", record: #"{"id":"lee","name":"Lee","state":"suspended"}"#,
        changed: #"{"name":"Lee"}"#, wrong: (#"{"id":"x","name":7}"#, "name")),
      Sample(
        list: "devices", id: "p9",
        record: #"{"id":"p9","holder":"aoi","platform":"android","shortcutLimit":5}"#,
        changed: #"{"holder":"kim"}"#,
        wrong: (#"{"id":"x","platform":"toaster"}"#, "platform")),
      Sample(
        list: "keys", id: "k9",
        record: #"{"id":"k9","door":"back","holder":"aoi","name":"Back","maxUses":3}"#,
        changed: #"{"door":"back","holder":"kim","name":"Back"}"#,
        wrong: (#"{"id":"x","door":"nowhere","name":"X"}"#, "door")),
      Sample(
        list: "actions", id: "New%20Message%2F1",
        record: #"{"type":"New Message/1","title":"New","screen":"compose","rank":4}"#,
        changed: #"{"title":"Newer","screen":"compose"}"#,
        wrong: (#"{"type":"x","title":"X","screen":""}"#, "screen")),
    ]
  }

  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.operator))
  }

  @Test(arguments: Sample.all)
  func `a record is made, read, replaced and ended, each under its revision`(
    _ sample: Sample
  ) throws {
    let (server, token) = try Self.server()
    let made = server.send("POST", "/v1/\(sample.list)", token: token, sample.record)
    #expect(made.status == 201, "\(made.text)")
    #expect(made.headers["Location"] == sample.path)
    let tag = try #require(made.headers["ETag"])
    #expect(tag.utf8.count == 34)

    let read = server.send("GET", sample.path, token: token)
    #expect(read.status == 200 && read.headers["ETag"] == tag && read.body == made.body)
    #expect(server.send("HEAD", sample.path, token: token).headers["ETag"] == tag)
    let digest = try Self.digest(of: read.body)
    #expect(tag == "\"\(digest.prefix(32))\"")

    let replaced = server.send(
      "PUT", sample.path, token: token, sample.changed, headers: ["If-Match": tag])
    #expect(replaced.status == 200, "\(replaced.text)")
    #expect(replaced.headers["ETag"] != tag)
    // What the body lacks is cleared.
    #expect(!replaced.text.contains("Office") && !replaced.text.contains("suspended"))
    #expect(!replaced.text.contains("android") && !replaced.text.contains(#""maxUses":3"#))
    #expect(!replaced.text.contains(#""rank":4"#))
    #expect(server.send("GET", sample.path, token: token).body == replaced.body)

    let current = try #require(replaced.headers["ETag"])
    let ended = server.send("DELETE", sample.path, token: token, headers: ["If-Match": current])
    #expect(ended.status == 204 && ended.body.isEmpty, "\(ended.text)")
    let gone = server.send("GET", sample.path, token: token)
    if sample.list == "keys" {
      #expect(gone["state"] == "revoked")
    } else {
      #expect(gone.status == 410 && gone["code"] == "removed")
      #expect(
        server.send("POST", "/v1/\(sample.list)", token: token, sample.record).status == 410)
      #expect(server.send("PUT", sample.path, token: token, sample.changed).status == 410)
      #expect(
        server.send("DELETE", sample.path, token: token, headers: ["If-Match": "*"]).status == 410)
    }
  }

  @Test(arguments: Sample.all)
  func `a rehearsal answers what would be and changes nothing`(_ sample: Sample) throws {
    let (server, token) = try Self.server()
    let list = "/v1/\(sample.list)"
    let rehearsed = server.send("POST", "\(list)?dryRun=true", token: token, sample.record)
    #expect(rehearsed.status == 201 && rehearsed.headers["Location"] == nil)
    #expect(server.send("GET", sample.path, token: token).status == 404)
    let made = server.send("POST", list, token: token, sample.record)
    #expect(made.body == rehearsed.body && made.headers["ETag"] == rehearsed.headers["ETag"])
    let match = try #require(made.headers["ETag"])
    let count = try server.entries("administration").count

    let put = server.send(
      "PUT", "\(sample.path)?dryRun=true", token: token, sample.changed,
      headers: ["If-Match": match])
    #expect(put.status == 200 && put.headers["ETag"] != match)
    let ended = server.send(
      "DELETE", "\(sample.path)?dryRun=true", token: token, headers: ["If-Match": match])
    #expect(ended.status == 204)
    #expect(server.send("GET", sample.path, token: token).headers["ETag"] == match)
    #expect(try server.entries("administration").count == count)
  }

  @Test(arguments: Sample.all)
  func `what is wrong is named, and nothing is made of it`(_ sample: Sample) throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "/v1/\(sample.list)", token: token, sample.wrong.body)
    #expect(reply.status == 400 && reply["code"] == "invalid")
    #expect(reply["detail"]?.hasPrefix(sample.wrong.field) == true, "\(reply.text)")
    #expect(reply.text.contains(#""path":"\#(sample.wrong.field)""#))
    #expect(server.send("GET", "/v1/\(sample.list)/x", token: token).status == 404)
    for body in ["[]", "{", #"{"name":"a","name":"b"}"#, #"{"nmae":"x"}"#] {
      #expect(server.send("POST", "/v1/\(sample.list)", token: token, body).status == 400)
    }
    let other = server.send("PUT", sample.path, token: token, #"{"id":"other","type":"other"}"#)
    #expect(other.status == 400 && other["detail"]?.contains("cannot be changed") == true)
  }

  @Test func `an id that is taken is 409, and one that is left out is made up`() throws {
    let (server, token) = try Self.server()
    let door = #"{"id":"front","name":"Front","timeZone":"UTC"}"#
    #expect(server.send("POST", "/v1/doors", token: token, door)["code"] == "conflict")
    let made = server.send("POST", "/v1/doors", token: token, #"{"name":"X","timeZone":"UTC"}"#)
    #expect(made.status == 201 && made["id"]?.utf8.count == 26)
    let nameless = server.send("POST", "/v1/actions", token: token, #"{"title":"X","screen":"x"}"#)
    #expect(nameless.status == 400 && nameless["detail"]?.hasPrefix("type") == true)
  }

  @Test func `a door that a key opens, and a holder with a phone, stay`() throws {
    let (server, token) = try Self.server()
    for path in ["/v1/doors/front", "/v1/holders/aoi"] {
      let reply = server.send("DELETE", path, token: token, headers: ["If-Match": "*"])
      #expect(reply.status == 409 && reply["code"] == "in_use", "\(reply.text)")
      #expect(server.send("GET", path, token: token).status == 200)
    }
  }

  @Test func `a key that was revoked stays so, and a use that was charged stays charged`() throws {
    let (server, token) = try Self.server()
    let phone = try server.token(.device, "p1")
    let key = #"{"door":"front","holder":"aoi","name":"Front","maxUses":2}"#
    let limited = server.send("PUT", "/v1/keys/k1", token: token, key, headers: ["If-Match": "*"])
    #expect(limited.status == 200)
    _ = server.send("POST", "/v1/taps", token: phone, server.tap("xxx/k1", id: "a"))
    let more = key.replacingOccurrences(of: "2}", with: "1}")
    #expect(
      server.send("PUT", "/v1/keys/k1", token: token, more, headers: ["If-Match": "*"]).status
        == 200)
    let reply = server.send("POST", "/v1/taps", token: phone, server.tap("xxx/k1", id: "b"))
    #expect(reply["reason"] == "uses_exhausted")
    _ = server.send("DELETE", "/v1/keys/k1", token: token, headers: ["If-Match": "*"])
    let back = server.send("PUT", "/v1/keys/k1", token: token, key, headers: ["If-Match": "*"])
    #expect(back.status == 400 && back["detail"]?.hasPrefix("state") == true)
    #expect(
      server.send("DELETE", "/v1/keys/k1", token: token, headers: ["If-Match": "*"]).status == 204)
  }

  @Test func `a reason goes into the log with the token's pseudonym, hashed`() throws {
    let (server, token) = try Self.server()
    let made = server.send(
      "POST", "/v1/holders?because=new%20tenant", token: token, #"{"id":"lee","name":"Lee"}"#)
    #expect(made.status == 201)
    let entry = try #require(try server.entries("administration").last)
    #expect(entry["verb"] == .string("add") && entry["object"] == .string("holder"))
    guard case .object? = entry["because"] else {
      Issue.record("no reason: \(entry)")
      return
    }
    for because in ["", String(repeating: "x", count: 256)] {
      let reply = server.send(
        "POST", "/v1/holders?because=\(because)", token: token, #"{"id":"lea","name":"Lea"}"#)
      #expect(reply.status == 400 && reply["detail"]?.hasPrefix("because") == true)
    }
  }

  @Test func `an action's type is decoded once and strictly, ids never`() throws {
    let (server, token) = try Self.server()
    #expect(server.send("GET", "/v1/actions/s%65arch", token: token).status == 200)
    #expect(server.send("GET", "/v1/actions/s%2565arch", token: token).status == 404)
    #expect(server.send("GET", "/v1/actions/search%", token: token).status == 400)
    #expect(server.send("GET", "/v1/actions/%ff", token: token).status == 400)
    #expect(server.send("GET", "/v1/doors/fron%74", token: token).status == 404)
    let put = server.send("PUT", "/v1/doors/_x", token: token, #"{"name":"X","timeZone":"UTC"}"#)
    #expect(put.status == 400 && put["detail"]?.hasPrefix("id") == true)
  }

  @Test func `no record is removed by saying so in its body`() throws {
    let (server, token) = try Self.server()
    let body = #"{"id":"lee","state":"removed"}"#
    #expect(server.send("POST", "/v1/holders", token: token, body).status == 400)
    let put = server.send(
      "PUT", "/v1/holders/aoi", token: token, #"{"state":"removed"}"#, headers: ["If-Match": "*"])
    #expect(put.status == 400 && put["detail"]?.hasPrefix("state") == true)
  }

  private static func digest(of bytes: [UInt8]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(bytes))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
