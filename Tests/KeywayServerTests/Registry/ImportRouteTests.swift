import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct ImportRouteTests {
  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.operator))
  }

  private static let site = """
    {"keyway":1,
     "doors":[{"id":"side","name":"Side","timeZone":"UTC"},{"id":"front","name":"Front"}],
     "keys":[{"id":"k9","door":"side","name":"Side"}]}
    """

  @Test func `a file is applied and reported as the program does`() throws {
    let (server, token) = try Self.server()
    let rehearsal = server.send("POST", "/v1/import?dryRun=true", token: token, Self.site)
    #expect(server.send("GET", "/v1/doors/side", token: token).status == 404)
    let reply = server.send("POST", "/v1/import", token: token, Self.site)
    #expect(reply.status == 200 && reply.body == rehearsal.body)
    #expect(
      reply.text
        == #"{"actions":{"added":0,"changed":0,"kept":0},"devices":{"added":0,"changed":0,"kept":0},"doors":{"added":1,"changed":0,"kept":1},"everyone":["k9"],"holders":{"added":0,"changed":0,"kept":0},"keys":{"added":1,"changed":0,"kept":0}}"#
    )
    #expect(server.send("GET", "/v1/keys/k9", token: token).status == 200)
  }

  @Test func `bad lines are named, each with its place, and change nothing`() throws {
    let (server, token) = try Self.server()
    let before = String(decoding: try server.services.registry.export(), as: UTF8.self)
    let bad = """
      {"keyway":1,
       "doors":[{"id":"side","name":"Side","timeZone":"UTC"},
                {"id":"wrong","name":"","timeZone":"Nowhere"}],
       "keys":[{"id":"k9","door":"nothing","name":"Side"}]}
      """
    let reply = server.send("POST", "/v1/import", token: token, bad)
    #expect(reply.status == 400 && reply["code"] == "invalid")
    guard case .array(let errors)? = reply.json["errors"] else {
      Issue.record("no errors: \(reply.text)")
      return
    }
    let places = errors.map { error -> String in
      guard case .object(let object) = error, let line = object["line"]?.wholeNumber,
        case .string(let path)? = object["path"], case .string(let message)? = object["message"]
      else { return "" }
      return message.isEmpty ? "" : "\(line) \(path)"
    }
    #expect(places == ["3 doors[1].name", "3 doors[1].timeZone", "4 keys[0].door"])
    #expect(String(decoding: try server.services.registry.export(), as: UTF8.self) == before)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"keyway":2}"#, #"{"keyway":1,"keyway":1}"#, "{\"keyway\":1} x",
  ])
  func `what is no site file is 400`(_ body: String) throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "/v1/import", token: token, body)
    #expect(reply.status == 400 && reply.json["errors"] != nil, "\(reply.text)")
  }

  @Test func `a thousand problems are named and no more`() throws {
    let (server, token) = try Self.server()
    let doors = (0..<1_200).map { #"{"id":"d\#($0)","name":"X","timeZone":"Nowhere"}"# }
    let reply = server.send(
      "POST", "/v1/import", token: token,
      #"{"keyway":1,"doors":[\#(doors.joined(separator: ","))]}"#)
    guard case .array(let errors)? = reply.json["errors"] else {
      Issue.record("no errors: \(reply.text)")
      return
    }
    #expect(errors.count == 1_000)
    #expect(reply["detail"]?.contains("and 1199 more") == true)
  }

  @Test func `another media type is 415, and another member of the query 400`() throws {
    let (server, token) = try Self.server()
    let text = server.send(
      "POST", "/v1/import", token: token, Self.site, headers: ["Content-Type": "text/plain"])
    #expect(text.status == 415)
    #expect(server.send("POST", "/v1/import?dry=1", token: token, Self.site).status == 400)
  }
}
