import Foundation
import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore
import Testing

@testable import KeywayServer

@Suite struct DoorVerbTests {
  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.operator))
  }

  struct Word: Sendable {
    let word: String
    let verb: String

    static let all = [
      Word(word: "unlock", verb: "unlock"), Word(word: "unlatch", verb: "unlatch"),
      Word(word: "hold", verb: "hold_open"), Word(word: "lock", verb: "lock"),
    ]
  }

  @Test(arguments: Word.all)
  func `an operator's word is logged, and the lock told once`(_ word: Word) throws {
    let (server, token) = try Self.server()
    let reply = server.send(
      "POST", "/v1/doors/front/\(word.word)", token: token, #"{"because":"delivery"}"#,
      headers: ["Prefer": "wait=10"])
    #expect(reply.status == 200, "\(reply.text)")
    #expect(reply["door"] == "front" && reply["outcome"] == "granted" && reply["command"] == "new")
    #expect(reply.headers["Preference-Applied"] == "wait=10")
    guard case .object(let actuation)? = reply.json["actuation"] else {
      Issue.record("no actuation: \(reply.text)")
      return
    }
    #expect(actuation["verb"] == .string(word.verb))
    #expect(actuation["state"] == .string("acknowledged"))
    #expect(server.lock.told.wait { $0.count } == 1)
    let entry = try #require(
      try server.entries("administration").last { $0["object"] == .string("door") })
    #expect(entry["verb"] == .string(word.verb) && entry["outcome"] == .string("granted"))
    #expect(entry["command"] == actuation["command"])
    guard case .object? = entry["because"] else {
      Issue.record("no reason: \(entry)")
      return
    }
  }

  @Test func `without a body and without patience it is answered at once`() throws {
    let (server, token) = try Self.server()
    server.lock.isHeld.change { $0 = true }
    let reply = server.send("POST", "/v1/doors/front/unlock", token: token)
    #expect(reply.status == 200 && reply["outcome"] == "granted")
    let again = server.send("POST", "/v1/doors/front/unlock", token: token)
    #expect(again["command"] == "coalesced")
    guard case .object(let first)? = reply.json["actuation"],
      case .object(let second)? = again.json["actuation"]
    else {
      Issue.record("no actuation: \(reply.text) \(again.text)")
      return
    }
    #expect(first["command"] == second["command"])
    #expect(
      server.send("POST", "/v1/doors/front/lock", token: token).text
        == #"{"door":"front","outcome":"denied","reason":"busy","retryAfter":10}"#)
    server.lock.isHeld.change { $0 = false }
  }

  @Test func `who waits keeps nobody else waiting`() throws {
    let (server, token) = try Self.server()
    server.lock.isHeld.change { $0 = true }
    let replies = Monitor<[TestServer.Reply]>([])
    // More than there are threads that answer.
    for _ in 0..<24 {
      Thread.detachNewThread {
        let reply = server.send(
          "POST", "/v1/doors/front/unlock", token: token, headers: ["Prefer": "wait=15"])
        replies.change { $0.append(reply) }
      }
    }
    _ = server.lock.told.wait(atMost: .seconds(10)) { $0.isEmpty ? nil : true }
    #expect(server.send("GET", "/v1/doors/front", token: token).status == 200)
    #expect(replies.wait { $0.count } == 0)
    server.lock.isHeld.change { $0 = false }
    let all = replies.wait(atMost: .seconds(20)) { $0.count == 24 ? $0 : nil }
    #expect(all?.allSatisfy { $0.text.contains(#""state":"acknowledged""#) } == true)
    #expect(server.lock.told.wait { $0.count } == 1)
  }

  @Test func `a door that is locked down refuses all but locking, and says why`() throws {
    let (server, token) = try Self.server()
    _ = try server.services.registry.setMode(
      .lockedDown, of: .all, actor: Actor(name: "user:0"))
    let reply = server.send("POST", "/v1/doors/front/unlock", token: token)
    #expect(
      reply.text == #"{"door":"front","outcome":"denied","reason":"door_locked_down"}"#
        && reply.status == 200)
    let entry = try server.entries("administration").last
    #expect(entry?["outcome"] == .string("denied"))
    #expect(server.send("POST", "/v1/doors/front/lock", token: token)["outcome"] == "granted")
  }

  @Test func `a rehearsal writes nothing and moves nothing`() throws {
    let (server, token) = try Self.server()
    let count = try server.entries("administration").count
    let reply = server.send("POST", "/v1/doors/front/unlock?dryRun=true", token: token)
    #expect(reply.text == #"{"door":"front","outcome":"granted"}"#)
    #expect(try server.entries("administration").count == count)
    _ = server.application.finish(within: .seconds(5))
    #expect(server.lock.told.wait { $0.isEmpty } == true)
  }

  @Test func `what is wrong is named, and moves nothing`() throws {
    let (server, token) = try Self.server()
    for body in [#"{"because":""}"#, #"{"because":7}"#, #"{"why":"x"}"#, "[]", "{"] {
      #expect(server.send("POST", "/v1/doors/front/unlock", token: token, body).status == 400)
    }
    let header = server.send(
      "POST", "/v1/doors/front/unlock", token: token, headers: ["Prefer": "wait=x"])
    #expect(header.status == 400)
    #expect(server.send("POST", "/v1/doors/nowhere/unlock", token: token).status == 404)
    #expect(server.send("GET", "/v1/doors/front/unlock", token: token).status == 405)
    let text = server.send(
      "POST", "/v1/doors/front/unlock", token: token, "x", headers: ["Content-Type": "text/plain"])
    #expect(text.status == 415)
    _ = server.application.finish(within: .seconds(5))
    #expect(server.lock.told.wait { $0.isEmpty } == true)
  }
}
