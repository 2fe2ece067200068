import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

/// Who may ask for the registry, sets, doors and codes.
@Suite struct RoleMatrixTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let roles: Set<TokenRole>
    var type = "application/json"
    var testDescription: String { "\(method) \(path)" }

    static let all: [Row] = {
      var rows: [Row] = []
      for list in ["doors", "holders", "devices", "keys", "actions"] {
        for (method, path) in [
          ("GET", "/v1/\(list)"), ("HEAD", "/v1/\(list)"), ("POST", "/v1/\(list)"),
          ("GET", "/v1/\(list)/x"), ("PUT", "/v1/\(list)/x"), ("DELETE", "/v1/\(list)/x"),
        ] {
          rows.append(Row(method: method, path: path, roles: [.operator]))
        }
      }
      for word in ["unlock", "unlatch", "hold", "lock"] {
        rows.append(Row(method: "POST", path: "/v1/doors/x/\(word)", roles: [.operator]))
      }
      rows.append(Row(method: "POST", path: "/v1/import", roles: [.operator]))
      rows.append(Row(method: "POST", path: "/v1/devices/x/enrolment", roles: [.operator]))
      rows.append(Row(method: "GET", path: "/v1/devices/p1/shortcuts", roles: [.device, .job]))
      rows.append(
        Row(method: "POST", path: "/v1/devices/p1/shortcuts/ack", roles: [.device, .job]))
      rows.append(Row(method: "POST", path: "/v1/shortcut-sets", roles: [.job]))
      rows.append(
        Row(
          method: "POST", path: "/v1/shortcut-sets/ack", roles: [.job],
          type: "application/jsonl"))
      return rows
    }()
  }

  @Test(arguments: Row.all)
  func `nobody is 401, a wrong role 403, and a right one is answered`(_ row: Row) throws {
    let server = try TestServer()
    try server.furnish()
    let body = row.method == "POST" || row.method == "PUT" ? "{}" : nil
    // A verb and a code take no body, which says nothing about who may ask.
    let isBare = row.path.hasSuffix("enrolment")
    func send(_ token: String?) -> TestServer.Reply {
      server.send(
        row.method, row.path, token: token, isBare ? nil : body,
        headers: isBare || body == nil ? [:] : ["Content-Type": row.type])
    }
    let nobody = send(nil)
    #expect(nobody.status == 401 && nobody.headers["WWW-Authenticate"] == "Bearer")
    #expect(send("keyway_" + String(repeating: "0", count: 52)).status == 401)
    for role in TokenRole.allCases {
      let reply = send(try server.token(role, role == .device ? "p1" : nil))
      #expect((reply.status == 403) == !row.roles.contains(role), "\(role): \(reply.text)")
      #expect(reply.status < 500 && reply.status != 401, "\(role): \(reply.text)")
    }
  }
}
