import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct AcknowledgementRouteTests {
  struct Wrong: Sendable {
    let lines: String
    let status: Int
    let detail: String

    static let all = [
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1}\n{\"device\":\"p2\",\"version\":9}", status: 409,
        detail: "line 2: version: "),
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1}\n\n{\"device\":\"nobody\",\"version\":1}\n",
        status: 409, detail: "line 3: device: "),
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1}\n{\"device\":\"p2\"}", status: 400,
        detail: "line 2: version: "),
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1}\n{\"version\":1}", status: 400,
        detail: "line 2: device: "),
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1}\n{\"device\":", status: 400,
        detail: "line 2: column "),
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1}\n[1]", status: 400,
        detail: "line 2: is not an object"),
      Wrong(
        lines: "{\"device\":\"p1\",\"version\":1,\"at\":1}", status: 400,
        detail: "line 1: \"at\": "),
    ]
  }

  private static func send(_ lines: String, _ server: TestServer) throws -> TestServer.Reply {
    server.send(
      "POST", "/v1/shortcut-sets/ack", token: try server.token(.job), lines,
      headers: ["Content-Type": "application/jsonl"])
  }

  private static func server() throws -> TestServer {
    let server = try TestServer()
    try server.furnish()
    for id in ["p1", "p2"] { _ = try server.services.shortcuts.issue(Device.ID(trusted: id)) }
    return server
  }

  private static func acknowledged(_ id: String, _ server: TestServer) throws -> Int64? {
    try server.environment.store.read { reader in
      try reader.devices([Device.ID(trusted: id)])[0]?.acknowledgedVersion
    }
  }

  @Test(arguments: Wrong.all)
  func `one wrong line is named, and none is taken`(_ wrong: Wrong) throws {
    let server = try Self.server()
    let reply = try Self.send(wrong.lines, server)
    #expect(reply.status == wrong.status)
    #expect(reply["detail"]?.hasPrefix(wrong.detail) == true, "\(reply.text)")
    #expect(reply.json["errors"] != nil)
    #expect(try Self.acknowledged("p1", server) == nil)
  }

  @Test func `all lines are taken, again as well, and none is no line`() throws {
    let server = try Self.server()
    let lines = "{\"device\":\"p1\",\"version\":1}\r\n \n{\"device\":\"p2\",\"version\":1}\n"
    for _ in 0..<2 {
      let reply = try Self.send(lines, server)
      #expect(reply.status == 200 && reply["acknowledged"] == "2", "\(reply.text)")
    }
    #expect(try Self.acknowledged("p1", server) == 1)
    #expect(try Self.acknowledged("p2", server) == 1)
    #expect(try Self.send("", server)["acknowledged"] == "0")
  }
}
