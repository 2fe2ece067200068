import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct PagingTests {
  private static func ids(_ reply: TestServer.Reply, _ member: String = "id") -> [String] {
    guard case .array(let items)? = reply.json["items"] else { return [] }
    return items.compactMap { item in
      guard case .object(let object) = item, case .string(let id)? = object[member] else {
        return nil
      }
      return id
    }
  }

  private static func server(holders: Int) throws -> (TestServer, String) {
    let server = try TestServer()
    let records = (0..<holders).map { #"{"id":"h\#(1_000 + $0)","name":"H"}"# }
    let site = #"{"keyway":1,"holders":[\#(records.joined(separator: ","))]}"#
    _ = try server.services.registry.importSite(
      try SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "user:0"))
    return (server, try server.token(.operator))
  }

  @Test(arguments: [1, 7, 100, 255, 256, 300, 599, 600, 601, 1000])
  func `pages join to the whole list, each record once and in order`(_ limit: Int) throws {
    let (server, token) = try Self.server(holders: 600)
    var all: [String] = []
    var place = ""
    while true {
      let reply = server.send("GET", "/v1/holders?limit=\(limit)\(place)", token: token)
      let ids = Self.ids(reply)
      #expect(reply.status == 200 && !ids.isEmpty && ids.count <= limit)
      all += ids
      guard let next = reply["next"] else { break }
      #expect(ids.count == limit)
      place = "&after=\(PercentEncoding.encode(next))"
      // One page of one record is enough to see how they join.
      if limit == 1, all.count == 20 { break }
    }
    #expect(all == (0..<(limit == 1 ? 20 : 600)).map { "h\(1_000 + $0)" })
  }

  @Test func `a page has a hundred records unless somebody says how many`() throws {
    let (server, token) = try Self.server(holders: 101)
    let reply = server.send("GET", "/v1/holders", token: token)
    #expect(Self.ids(reply).count == 100 && reply["next"] == "h1099")
    for limit in ["0", "1001", "-1", "x", "01", ""] {
      let wrong = server.send("GET", "/v1/holders?limit=\(limit)", token: token)
      #expect(wrong.status == 400 && wrong["detail"]?.hasPrefix("limit") == true)
    }
    #expect(server.send("GET", "/v1/holders?page=2", token: token).status == 400)
  }

  @Test func `what was removed is shown to who asks for it, and the cursor need not be there`()
    throws
  {
    let (server, token) = try Self.server(holders: 5)
    for id in ["h1001", "h1004"] {
      let reply = server.send(
        "DELETE", "/v1/holders/\(id)", token: token, headers: ["If-Match": "*"])
      #expect(reply.status == 204)
    }
    let live = server.send("GET", "/v1/holders?limit=3", token: token)
    #expect(Self.ids(live) == ["h1000", "h1002", "h1003"] && live["next"] == nil)
    let behind = server.send("GET", "/v1/holders?after=h1001", token: token)
    #expect(Self.ids(behind) == ["h1002", "h1003"])
    let all = server.send("GET", "/v1/holders?removed=true", token: token)
    #expect(Self.ids(all).count == 5)
    #expect(all.text.contains(#"{"id":"h1001","state":"removed"}"#))
    #expect(server.send("GET", "/v1/holders?removed=yes", token: token).status == 400)
  }

  @Test func `a list is in the order of the ids' bytes`() throws {
    let server = try TestServer()
    let types = ["Zoo", "search", "äh", "a b", "a", "A/1"]
    let records = types.map { #"{"type":"\#($0)","title":"T","screen":"s"}"# }
    let site = #"{"keyway":1,"actions":[\#(records.joined(separator: ","))]}"#
    _ = try server.services.registry.importSite(
      try SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "user:0"))
    let token = try server.token(.operator)
    var all: [String] = []
    var place = ""
    while let reply = Optional(server.send("GET", "/v1/actions?limit=1\(place)", token: token)) {
      all += Self.ids(reply, "type")
      guard let next = reply["next"] else { break }
      place = "&after=\(PercentEncoding.encode(next))"
    }
    #expect(all == ["A/1", "Zoo", "a", "a b", "search", "äh"])
  }
}
