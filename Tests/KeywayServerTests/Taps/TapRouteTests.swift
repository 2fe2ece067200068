import Foundation
import KeywayCore
import KeywayHTTP
import KeywayService
import Testing

@testable import KeywayServer

@Suite struct TapRouteTests {
  private static func server() throws -> (TestServer, String) {
    let server = try TestServer()
    try server.furnish()
    return (server, try server.token(.device, "p1"))
  }

  @Test func `a tap is decided, written down and answered, and the lock told once`() throws {
    let (server, token) = try Self.server()
    let reply = server.send("POST", "/v1/taps", token: token, server.tap("xxx/k1", id: "t1"))
    #expect(reply.status == 200)
    #expect(
      reply.text
        == #"{"at":"2026-03-02T08:00:00.000Z","command":"new","door":"front","key":"k1","outcome":"granted","showing":"k1","tap":"t1"}"#
    )
    let told = server.lock.told.wait(atMost: .seconds(5)) { $0.isEmpty ? nil : $0 }
    #expect(told?.count == 1)
    #expect(try server.entries("decision").map { $0["outcome"] } == [.string("granted")])
  }

  @Test func `a repeat has the attempt's own answer and says so, and moves nothing`() throws {
    let (server, token) = try Self.server()
    let body = server.tap("xxx/k1", id: "t1")
    _ = server.send("POST", "/v1/taps", token: token, body)
    _ = server.lock.told.wait(atMost: .seconds(5)) { $0.isEmpty ? nil : true }
    server.advance(by: 60_000)
    let reply = server.send("POST", "/v1/taps", token: token, body)
    #expect(reply.status == 200 && reply["of"] == "t1" && reply["outcome"] == "granted")
    _ = server.application.finish(within: .seconds(5))
    #expect(server.lock.told.look { $0.count } == 1)
    #expect(try server.entries("decision").count == 1)
  }

  @Test func `other content under the same id is 422 and learns nothing`() throws {
    let (server, token) = try Self.server()
    _ = server.send("POST", "/v1/taps", token: token, server.tap("xxx/k1", id: "t1"))
    let reply = server.send("POST", "/v1/taps", token: token, server.tap("xxx/k3", id: "t1"))
    #expect(reply.status == 422 && reply["code"] == "tap_conflict")
    #expect(!reply.text.contains("k1") && !reply.text.contains("front"))
  }

  @Test func `an array is answered by an array in its order, refusals included`() throws {
    let (server, token) = try Self.server()
    let taps = [("xxx/k1", "a"), ("xxx/k2", "b"), ("xxx/k3", "c"), ("xxx/k1", "a")]
      .map { server.tap($0, id: $1) }.joined(separator: ",")
    let reply = server.send("POST", "/v1/taps", token: token, "[\(taps)]")
    guard case .array(let answers) = try JSONValue(parsing: reply.body.span) else {
      Issue.record("no array: \(reply.text)")
      return
    }
    let outcomes = answers.map { answer -> JSONValue? in
      if case .object(let object) = answer { object["reason"] ?? object["outcome"] } else { nil }
    }
    #expect(
      outcomes == [
        .string("granted"), .string("wrong_holder"), .string("granted"), .string("granted"),
      ])
  }

  struct Age: Sendable {
    let at: Int64
    let sent: Int64
    let expected: String

    static let all = [
      Age(at: -29_000, sent: 0, expected: "granted"),
      Age(at: -31_000, sent: 0, expected: "stale_tap"),
      Age(at: 60_000, sent: 70_000, expected: "granted"),
      Age(at: 1_000, sent: 0, expected: "clock_skew"),
      Age(at: 121_000, sent: 121_000, expected: "clock_skew"),
      Age(at: -119_000, sent: -119_000, expected: "granted"),
    ]
  }

  @Test(arguments: Age.all)
  func `a tap's age is told by the phone's own clock`(_ age: Age) throws {
    let (server, token) = try Self.server()
    let body = server.tap("xxx/k1", id: "t", at: age.at, sent: age.sent)
    let reply = server.send("POST", "/v1/taps", token: token, body)
    #expect(reply["reason"] ?? reply["outcome"] == age.expected)
    #expect((reply["serverTime"] != nil) == (age.expected == "clock_skew"))
  }

  @Test func `who prefers to wait is told what the lock did, and others are not kept`() throws {
    let (server, token) = try Self.server()
    let other = try server.token(.device, "p2")
    server.lock.isHeld.change { $0 = true }
    let waiting = Monitor<TestServer.Reply?>(nil)
    let body = server.tap("xxx/k1", id: "slow")
    Thread.detachNewThread {
      let reply = server.send(
        "POST", "/v1/taps", token: token, body, headers: ["Prefer": "wait=10"])
      waiting.change { $0 = reply }
    }
    _ = server.lock.told.wait(atMost: .seconds(5)) { $0.isEmpty ? nil : true }
    let quick = server.send("POST", "/v1/taps", token: other, server.tap("xxx/k3", id: "q"))
    #expect(quick["outcome"] == "granted")
    #expect(waiting.look { $0 == nil })
    server.lock.isHeld.change { $0 = false }
    let reply = try #require(waiting.wait(atMost: .seconds(5)) { $0 })
    #expect(reply.headers["Preference-Applied"] == "wait=10")
    guard case .object(let actuation)? = reply.json["actuation"] else {
      Issue.record("no actuation: \(reply.text)")
      return
    }
    #expect(actuation["state"] == .string("acknowledged"))
  }

  @Test func `who waited long enough is told how far it is`() throws {
    let (server, token) = try Self.server()
    server.lock.isHeld.change { $0 = true }
    let reply = server.send(
      "POST", "/v1/taps", token: token, server.tap("xxx/k1", id: "t"),
      headers: ["Prefer": "respond-async, wait=0"])
    guard case .object(let actuation)? = reply.json["actuation"] else {
      Issue.record("no actuation: \(reply.text)")
      return
    }
    #expect([.string("pending"), .string("sent")].contains(actuation["state"]))
    #expect(reply["outcome"] == "granted")
    server.lock.isHeld.change { $0 = false }
  }

  @Test func `an attempt is shown to its own phone and to nobody else's`() throws {
    let (server, token) = try Self.server()
    let other = try server.token(.device, "p2")
    _ = server.send(
      "POST", "/v1/taps", token: token, server.tap("xxx/k1", id: "t1"),
      headers: ["Prefer": "wait=5"])
    let reply = server.send("GET", "/v1/attempts/t1", token: token)
    #expect(reply.status == 200 && reply["outcome"] == "granted")
    #expect(server.send("GET", "/v1/attempts/t1", token: other).status == 404)
    #expect(server.send("GET", "/v1/attempts/t1?device=p1", token: other).status == 403)
    #expect(server.send("GET", "/v1/attempts/t1", token: try server.token(.auditor)).status == 403)
    #expect(server.send("GET", "/v1/attempts/t1", token: try server.token(.operator)).status == 200)
  }

  @Test func `an echo of an old tap carries none`() throws {
    let (server, token) = try Self.server()
    let body = server.tap("xxx/k1", id: "t1", more: #","flags":["recreated"]"#)
    #expect(server.send("POST", "/v1/taps", token: token, body)["outcome"] == "none")
    #expect(try server.entries("decision").isEmpty)
  }

  @Test func `a hundred clients with one tap make one attempt and get equal answers`() throws {
    let (server, token) = try Self.server()
    let body = server.tap("xxx/k1", id: "same")
    let replies = Monitor<[String]>([])
    for _ in 0..<100 {
      Thread.detachNewThread {
        let reply = server.send("POST", "/v1/taps", token: token, body)
        let text = reply.text.replacingOccurrences(of: #","of":"same""#, with: "")
        replies.change { $0.append("\(reply.status) \(text)") }
      }
    }
    let all = replies.wait(atMost: .seconds(30)) { $0.count == 100 ? $0 : nil }
    #expect(Set(all ?? []).count == 1)
    #expect(try server.entries("decision").count == 1)
    _ = server.application.finish(within: .seconds(5))
    #expect(server.lock.told.look { $0.count } == 1)
  }
}
