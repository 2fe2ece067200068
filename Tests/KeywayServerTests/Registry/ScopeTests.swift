import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

/// A token for the site `Office`, which has the door `front` and the keys `k1` and `k2`; the door
/// `back` with the key `k3` lies outside.
@Suite struct ScopeTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let method: String
    let target: String
    var body: String?
    var match: String?
    let status: Int
    var testDescription: String { "\(method) \(target) \(body ?? "")" }

    init(
      _ method: String, _ target: String, _ status: Int, body: String? = nil, match: String? = nil
    ) {
      self.method = method
      self.target = target
      self.status = status
      self.body = body
      self.match = match
    }

    private static let front =
      #"{"name":"F","site":"Office","timeZone":"UTC","lock":{"driver":"simulator"}}"#
    private static let moved = #"{"name":"F","site":"Home","timeZone":"UTC"}"#

    static let all = [
      Cell("GET", "/v1/doors/front", 200), Cell("GET", "/v1/doors/back", 404),
      Cell("GET", "/v1/doors/nowhere", 404), Cell("GET", "/v1/keys/k1", 200),
      Cell("GET", "/v1/keys/k3", 404), Cell("GET", "/v1/holders", 403),
      Cell("GET", "/v1/holders/aoi", 403), Cell("GET", "/v1/devices", 403),
      Cell("GET", "/v1/devices/p1", 403), Cell("GET", "/v1/actions", 403),
      Cell("GET", "/v1/actions/search", 403),
      Cell("PUT", "/v1/doors/front", 200, body: front, match: "*"),
      Cell("PUT", "/v1/doors/front", 428, body: front),
      Cell("PUT", "/v1/doors/back", 403, body: front, match: "*"),
      Cell("PUT", "/v1/doors/back", 403, body: front),
      Cell("PUT", "/v1/doors/new", 403, body: front),
      Cell("POST", "/v1/doors", 403, body: front),
      Cell("DELETE", "/v1/doors/front", 403, match: "*"),
      Cell("PUT", "/v1/keys/k1", 200, body: #"{"door":"front","name":"K"}"#, match: "*"),
      Cell("PUT", "/v1/keys/k3", 403, body: #"{"door":"back","name":"K"}"#, match: "*"),
      Cell("PUT", "/v1/keys/k3", 403, body: #"{"door":"front","name":"K"}"#, match: "*"),
      Cell("PUT", "/v1/keys/k9", 201, body: #"{"door":"front","name":"K"}"#),
      Cell("PUT", "/v1/keys/k9", 403, body: #"{"door":"back","name":"K"}"#),
      Cell("POST", "/v1/keys", 201, body: #"{"door":"front","name":"K"}"#),
      Cell("POST", "/v1/keys", 403, body: #"{"door":"back","name":"K"}"#),
      Cell("DELETE", "/v1/keys/k1", 403, match: "*"),
      Cell("POST", "/v1/holders", 403, body: #"{"name":"X"}"#),
      Cell("PUT", "/v1/devices/p1", 403, body: "{}", match: "*"),
      Cell("DELETE", "/v1/actions/search", 403, match: "*"),
      Cell("POST", "/v1/import", 403, body: #"{"keyway":1}"#),
      Cell("POST", "/v1/devices/p1/enrolment", 403),
      Cell("POST", "/v1/doors/front/unlock", 200), Cell("POST", "/v1/doors/back/unlock", 403),
      Cell("POST", "/v1/doors/front/lock?dryRun=true", 200),
      Cell("POST", "/v1/doors/back/lock?dryRun=true", 403),
    ]

    static let moves = [
      Cell("PUT", "/v1/doors/front", 403, body: moved, match: "*"),
      Cell("PUT", "/v1/doors/front?dryRun=true", 403, body: moved, match: "*"),
      Cell(
        "PUT", "/v1/doors/front", 403, body: #"{"name":"F","timeZone":"UTC"}"#, match: "*"),
      Cell("PUT", "/v1/keys/k1", 400, body: #"{"door":"back","name":"K"}"#, match: "*"),
    ]
  }

  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.operator, scope: .site("Office")))
  }

  private static func send(_ cell: Cell, _ server: TestServer, _ token: String) -> TestServer.Reply
  {
    server.send(
      cell.method, cell.target, token: token, cell.body,
      headers: cell.match.map { ["If-Match": $0] } ?? [:])
  }

  @Test(arguments: Cell.all)
  func `a token for a site reaches its doors and their keys and nothing else`(
    _ cell: Cell
  ) throws {
    let (server, token) = try Self.server()
    let reply = Self.send(cell, server, token)
    #expect(reply.status == cell.status, "\(reply.text)")
    if cell.status == 403 { #expect(!reply.text.contains("Back") && !reply.text.contains("kim")) }
  }

  @Test(arguments: Cell.all)
  func `a token for one of its doors does as well`(_ cell: Cell) throws {
    let (server, _) = try Self.server()
    let token = try server.token(.operator, scope: .door(Door.ID(trusted: "front")))
    let reply = Self.send(cell, server, token)
    #expect(reply.status == cell.status, "\(reply.text)")
  }

  @Test(arguments: Cell.moves)
  func `nothing is moved out of the scope`(_ cell: Cell) throws {
    let (server, token) = try Self.server()
    let whole = try server.token(.operator)
    let before = server.send("GET", "/v1/doors/front", token: whole).text
    let reply = Self.send(cell, server, token)
    #expect(reply.status == cell.status, "\(reply.text)")
    #expect(server.send("GET", "/v1/doors/front", token: whole).text == before)
    #expect(server.send("GET", "/v1/keys/k1", token: whole)["door"] == "front")
  }

  @Test func `lists show only what is inside`() throws {
    let (server, token) = try Self.server()
    let doors = server.send("GET", "/v1/doors", token: token)
    #expect(doors.text.contains(#""id":"front""#) && !doors.text.contains("back"))
    let keys = server.send("GET", "/v1/keys?limit=1", token: token)
    #expect(keys.text.contains(#""id":"k1""#) && keys["next"] == "k1")
    let rest = server.send("GET", "/v1/keys?after=k1", token: token)
    #expect(rest.text.contains(#""id":"k2""#) && !rest.text.contains("k3"))
    #expect(rest["next"] == nil)
  }

  @Test func `a job's token for a part of the house makes no sets`() throws {
    let (server, _) = try Self.server()
    let token = try server.token(.job, scope: .site("Office"))
    #expect(server.send("GET", "/v1/devices/p1/shortcuts", token: token).status == 403)
    #expect(server.send("POST", "/v1/shortcut-sets", token: token, "{}").status == 403)
  }
}
