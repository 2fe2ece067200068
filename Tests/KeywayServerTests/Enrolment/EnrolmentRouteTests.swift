import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct EnrolmentRouteTests {
  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.operator))
  }

  private static func redeem(
    _ device: String, _ code: String, _ server: TestServer, address: String = "192.0.2.1"
  ) -> TestServer.Reply {
    server.send(
      "POST", "/v1/enrolment", #"{"device":"\#(device)","code":"\#(code)"}"#, address: address)
  }

  @Test func `a phone gets its token for the code, once`() throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "/v1/devices/p1/enrolment", token: token)
    #expect(reply.status == 200 && reply["expiresAt"] == "2026-03-02T08:15:00.000Z")
    let code = try #require(reply["code"])
    let given = Self.redeem("p1", code.uppercased(), server)
    #expect(given.status == 200 && given["device"] == "p1")
    #expect(given.headers["Cache-Control"] == "no-store")
    let own = try #require(given["token"])
    #expect(own.hasPrefix("keyway_"))
    #expect(server.send("GET", "/v1/devices/p1/shortcuts", token: own).status == 200)
    #expect(server.send("GET", "/v1/devices/p2/shortcuts", token: own).status == 403)
    #expect(Self.redeem("p1", code, server).status == 403)
  }

  @Test func `every refusal is the same`() throws {
    let (server, token) = try Self.server()
    let code = try #require(
      server.send("POST", "/v1/devices/p1/enrolment", token: token)["code"])
    _ = server.send("POST", "/v1/devices/p2/enrolment", token: token)
    var refusals = [
      Self.redeem("p1", "00000-00000", server), Self.redeem("p1", "short", server),
      Self.redeem("p2", code, server), Self.redeem("nobody", code, server),
      Self.redeem("_not an id", code, server), Self.redeem("p1", "", server),
    ]
    _ = try server.services.registry.suspend(.devices, ["p1"], actor: Actor(name: "user:0"))
    refusals.append(Self.redeem("p1", code, server))
    server.advance(by: 15 * 60_000)
    _ = try server.services.registry.resume(.devices, ["p1"], actor: Actor(name: "user:0"))
    refusals.append(Self.redeem("p1", code, server))
    for refusal in refusals {
      #expect(refusal.status == 403 && refusal["code"] == "enrolment_refused")
      #expect(refusal.body == refusals[0].body && refusal.headers == refusals[0].headers)
    }
  }

  @Test func `the fifth wrong code makes the right one void`() throws {
    let (server, token) = try Self.server()
    let code = try #require(
      server.send("POST", "/v1/devices/p1/enrolment", token: token)["code"])
    for number in 0..<5 {
      #expect(Self.redeem("p1", "00000-0000\(number)", server).status == 403)
    }
    #expect(Self.redeem("p1", code, server).status == 403)
  }

  @Test func `who tries too often is slowed down, by address, and a right code is not`() throws {
    let (server, token) = try Self.server()
    for number in 0..<20 {
      #expect(Self.redeem("nobody", "00000-000\(10 + number)", server).status == 403)
    }
    let slowed = Self.redeem("nobody", "00000-00000", server)
    #expect(slowed.status == 429 && slowed["code"] == "throttled")
    #expect(slowed.headers["Retry-After"] != nil)
    #expect(Self.redeem("nobody", "00000-00000", server, address: "192.0.2.2").status == 403)
    let code = try #require(
      server.send("POST", "/v1/devices/p1/enrolment", token: token)["code"])
    #expect(Self.redeem("p1", code, server).status == 200)
  }

  @Test func `a code is made for a phone that is there and works`() throws {
    let (server, token) = try Self.server()
    #expect(server.send("POST", "/v1/devices/nobody/enrolment", token: token).status == 404)
    let rehearsal = server.send("POST", "/v1/devices/p1/enrolment?dryRun=true", token: token)
    #expect(rehearsal.status == 200 && rehearsal["code"] == nil)
    _ = try server.services.registry.suspend(.devices, ["p1"], actor: Actor(name: "user:0"))
    let suspended = server.send("POST", "/v1/devices/p1/enrolment", token: token)
    #expect(suspended.status == 409 && suspended["code"] == "suspended")
    _ = try server.services.registry.remove(.devices, ["p2"], actor: Actor(name: "user:0"))
    #expect(server.send("POST", "/v1/devices/p2/enrolment", token: token).status == 410)
  }

  @Test(arguments: [
    ("{}", "device"), (#"{"device":"p1"}"#, "code"), (#"{"device":1,"code":"x"}"#, "device"),
    (#"{"device":"p1","code":7}"#, "code"),
  ])
  func `a body that lacks something is 400`(_ body: String, _ field: String) throws {
    let (server, _) = try Self.server()
    let reply = server.send("POST", "/v1/enrolment", body)
    #expect(reply.status == 400 && reply["detail"]?.hasPrefix(field) == true)
  }

  @Test func `neither code nor token is in the service's own log`() throws {
    let (server, token) = try Self.server()
    let code = try #require(
      server.send("POST", "/v1/devices/p1/enrolment", token: token)["code"])
    let own = try #require(Self.redeem("p1", code, server)["token"])
    let lines = server.lines.wait(atMost: .seconds(5)) { $0.count >= 2 ? $0 : nil } ?? []
    #expect(lines.contains { $0.contains("/v1/enrolment") })
    #expect(!lines.contains { $0.contains(code) || $0.contains(own) || $0.contains(token) })
  }
}
