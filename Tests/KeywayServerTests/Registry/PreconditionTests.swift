import Foundation
import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct PreconditionTests {
  private static func server() throws -> (TestServer, String, tag: String) {
    let server = try TestServer()
    try server.furnish()
    let token = try server.token(.operator)
    let tag = try #require(server.send("GET", "/v1/doors/front", token: token).headers["ETag"])
    return (server, token, tag)
  }

  private static let door = #"{"name":"Entrance","timeZone":"UTC","lock":{"driver":"simulator"}}"#

  @Test func `a change of what there is has to say of which revision`() throws {
    let (server, token, tag) = try Self.server()
    for (method, body) in [("PUT", Self.door), ("DELETE", nil)] {
      let reply = server.send(method, "/v1/doors/front", token: token, body)
      #expect(reply.status == 428 && reply["code"] == "precondition_required")
    }
    #expect(server.send("GET", "/v1/doors/front", token: token).headers["ETag"] == tag)
  }

  @Test(arguments: [
    "\"00000000000000000000000000000000\"", "W/TAG", "\"a\", \"b\"", "\"\"",
  ])
  func `another revision, or a weak tag, is 412`(_ match: String) throws {
    let (server, token, tag) = try Self.server()
    let match = match.replacingOccurrences(of: "TAG", with: tag)
    for (method, body) in [("PUT", Self.door), ("DELETE", nil)] {
      let reply = server.send(
        method, "/v1/doors/front", token: token, body, headers: ["If-Match": match])
      #expect(reply.status == 412 && reply["code"] == "precondition_failed")
    }
    #expect(server.send("GET", "/v1/doors/front", token: token).headers["ETag"] == tag)
  }

  @Test func `one of several tags, or a star, will do`() throws {
    let (server, token, tag) = try Self.server()
    for match in ["\"x\" ,, \(tag)", " * "] {
      let reply = server.send(
        "PUT", "/v1/doors/front", token: token, Self.door, headers: ["If-Match": match])
      #expect(reply.status == 200, "\(reply.text)")
    }
  }

  @Test func `what is not there is made, unless it was to be there`() throws {
    let (server, token, tag) = try Self.server()
    for match in [tag, "*"] {
      let reply = server.send(
        "PUT", "/v1/doors/new", token: token, Self.door, headers: ["If-Match": match])
      #expect(reply.status == 412)
      let none = server.send("DELETE", "/v1/doors/new", token: token, headers: ["If-Match": match])
      #expect(none.status == 404)
    }
    let made = server.send("PUT", "/v1/doors/new", token: token, Self.door)
    #expect(made.status == 201 && made.headers["Location"] == "/v1/doors/new")
    let other = server.send(
      "PUT", "/v1/doors/other", token: token, Self.door, headers: ["If-None-Match": "*"])
    #expect(other.status == 201)
    let again = server.send(
      "PUT", "/v1/doors/other", token: token, Self.door, headers: ["If-None-Match": "*"])
    #expect(again.status == 412)
  }

  @Test func `who has the record is told so`() throws {
    let (server, token, tag) = try Self.server()
    for known in [tag, "W/\(tag)", "\"a\",\(tag)", "*"] {
      for method in ["GET", "HEAD"] {
        let reply = server.send(
          method, "/v1/doors/front", token: token, headers: ["If-None-Match": known])
        #expect(reply.status == 304 && reply.body.isEmpty && reply.headers["ETag"] == tag)
      }
    }
    let reply = server.send(
      "GET", "/v1/doors/front", token: token, headers: ["If-None-Match": "\"a\""])
    #expect(reply.status == 200 && !reply.body.isEmpty)
  }

  @Test(arguments: ["abc", "\"a", "w/\"a\"", "\"a\" \"b\"", "*, \"a\"", ""])
  func `what is no list of tags is 400`(_ value: String) throws {
    let (server, token, _) = try Self.server()
    let get = server.send("GET", "/v1/doors/front", token: token, headers: ["If-None-Match": value])
    #expect(get.status == 400 && get["code"] == "invalid_header")
    let put = server.send(
      "PUT", "/v1/doors/front", token: token, Self.door, headers: ["If-Match": value])
    #expect(put.status == 400 && put["detail"]?.contains("If-Match") == true)
  }

  @Test func `of two who change the same revision, one wins and the other is told`() throws {
    for round in 0..<8 {
      let (server, token, tag) = try Self.server()
      let statuses = Monitor<[Int]>([])
      for client in 0..<4 {
        Thread.detachNewThread {
          let reply = server.send(
            "PUT", "/v1/doors/front", token: token,
            #"{"name":"\#(round) by \#(client)","timeZone":"UTC"}"#, headers: ["If-Match": tag])
          statuses.change { $0.append(reply.status) }
        }
      }
      let all = statuses.wait(atMost: .seconds(20)) { $0.count == 4 ? $0 : nil }
      #expect(all?.sorted() == [200, 412, 412, 412])
      #expect(
        try server.entries("administration").filter { $0["verb"] == .string("edit") }.count == 1)
    }
  }

  @Test func `of two who make the same record, one does`() throws {
    let (server, token, _) = try Self.server()
    let statuses = Monitor<[Int]>([])
    for _ in 0..<4 {
      Thread.detachNewThread {
        let reply = server.send("PUT", "/v1/doors/new", token: token, Self.door)
        statuses.change { $0.append(reply.status) }
      }
    }
    let all = statuses.wait(atMost: .seconds(20)) { $0.count == 4 ? $0 : nil }
    #expect(all?.sorted() == [201, 428, 428, 428])
  }
}
