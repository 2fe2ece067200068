import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct ShortcutRouteTests {
  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.device, "p1"))
  }

  private static let path = "/v1/devices/p1/shortcuts"

  @Test func `a phone is given its set as the program prints it`() throws {
    let (server, token) = try Self.server()
    let reply = server.send("GET", Self.path, token: token)
    let set = try server.services.shortcuts.show(Device.ID(trusted: "p1"))
    #expect(reply.status == 200 && set.isStored)
    #expect(reply.body == CanonicalJSON.bytes(of: .object(set.json)))
    #expect(reply["version"] == "1" && reply.text.contains(#""type":"k1""#))
    #expect(!reply.text.contains("k2"))
  }

  @Test func `who has the version is told so, and a new one when it is due`() throws {
    let (server, token) = try Self.server()
    let first = server.send("GET", Self.path, token: token)
    let tag = try #require(first.headers["ETag"])
    #expect(first.headers["Cache-Control"] == "private, no-cache")
    for method in ["GET", "HEAD"] {
      let same = server.send(method, Self.path, token: token, headers: ["If-None-Match": tag])
      #expect(same.status == 304 && same.body.isEmpty && same.headers["ETag"] == tag)
    }
    let whole = try server.token(.operator)
    _ = server.send("DELETE", "/v1/keys/k3", token: whole, headers: ["If-Match": "*"])
    let next = server.send("GET", Self.path, token: token, headers: ["If-None-Match": tag])
    #expect(next.status == 200 && next["version"] == "2" && next.headers["ETag"] != tag)
  }

  @Test func `another limit, and another language, are another answer`() throws {
    let (server, token) = try Self.server()
    let whole = try server.token(.operator)
    let first = server.send("GET", Self.path, token: token)
    let tag = try #require(first.headers["ETag"])
    _ = server.send(
      "PUT", "/v1/devices/p1", token: whole, #"{"holder":"aoi","shortcutLimit":7}"#,
      headers: ["If-Match": "*"])
    let wider = server.send("GET", Self.path, token: token, headers: ["If-None-Match": tag])
    #expect(wider.status == 200 && wider["version"] == "1" && wider["limit"] == "7")
    let german = server.send("GET", "\(Self.path)?language=de", token: token)
    #expect(german.headers["ETag"] != wider.headers["ETag"])
    let wrong = server.send("GET", "\(Self.path)?language=d_e", token: token)
    #expect(wrong.status == 400 && wrong["detail"]?.hasPrefix("language") == true)
  }

  @Test func `a phone has its own set only, a job has every one`() throws {
    let (server, token) = try Self.server()
    let other = server.send("GET", "/v1/devices/p2/shortcuts", token: token)
    #expect(other.status == 403 && !other.text.contains("kim"))
    #expect(server.send("GET", "/v1/devices/nobody/shortcuts", token: token).status == 403)
    let ack = server.send(
      "POST", "/v1/devices/p2/shortcuts/ack", token: token, #"{"version":1}"#)
    #expect(ack.status == 403)
    let job = try server.token(.job)
    #expect(server.send("GET", "/v1/devices/p2/shortcuts", token: job).status == 200)
    #expect(server.send("GET", "/v1/devices/nobody/shortcuts", token: job).status == 404)
  }

  @Test func `a suspended phone gets nothing, and a job what the service says of it`() throws {
    let (server, token) = try Self.server()
    _ = try server.services.registry.suspend(.devices, ["p1"], actor: Actor(name: "user:0"))
    #expect(server.send("GET", Self.path, token: token).status == 401)
    let job = server.send("GET", Self.path, token: try server.token(.job))
    #expect(job.status == 200 && job.text.contains("suspended"))
  }

  @Test func `what a phone has is noted, as often as it says so`() throws {
    let (server, token) = try Self.server()
    _ = server.send("GET", Self.path, token: token)
    for _ in 0..<2 {
      let reply = server.send("POST", "\(Self.path)/ack", token: token, #"{"version":1}"#)
      #expect(reply.status == 200 && reply["acknowledged"] == "1")
    }
    let record = try server.environment.store.read { try $0.devices([Device.ID(trusted: "p1")])[0] }
    #expect(record?.acknowledgedVersion == 1)
    let never = server.send("POST", "\(Self.path)/ack", token: token, #"{"version":2}"#)
    #expect(never.status == 409 && never["code"] == "never_issued")
    let unknown = server.send(
      "POST", "/v1/devices/nobody/shortcuts/ack", token: try server.token(.job), #"{"version":1}"#)
    #expect(unknown.status == 404)
  }

  @Test(arguments: [
    "{}", #"{"version":0}"#, #"{"version":"1"}"#, #"{"version":1.5}"#, #"{"version":null}"#,
  ])
  func `a version is a whole number`(_ body: String) throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "\(Self.path)/ack", token: token, body)
    #expect(reply.status == 400 && reply["detail"]?.hasPrefix("version") == true)
    let more = server.send("POST", "\(Self.path)/ack", token: token, #"{"version":1,"x":1}"#)
    #expect(more.status == 400 && more["detail"]?.contains("x") == true)
  }
}
