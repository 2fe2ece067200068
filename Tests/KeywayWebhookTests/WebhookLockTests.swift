import Glibc
import KeywayCore
import KeywayCrypto
import KeywayService
import Testing

@testable import KeywayWebhook

@Suite struct WebhookLockTests {
  private let house: TestHouse

  init() throws {
    house = try TestHouse()
  }

  @Test func `a service that did it acknowledges, and its report comes along`() throws {
    let service = try TestService(
      TestService.answer(
        "200 OK", #"{"outcome":"acknowledged","state":"unlocked","battery":87}"#))
    let response = try house.tell(house.settings(service.url))
    #expect(response.report == .acknowledged)
    #expect(
      response.observations == [
        LockObservation(state: .unlocked, battery: 87, receivedAt: TestHouse.now)
      ])
    #expect(try service.finish().requests.count == 1)
  }

  @Test func `the request is one POST that says and signs command, door, verb and deadline`() throws
  {
    let service = try TestService(TestService.answer("200 OK", #"{"outcome":"acknowledged"}"#))
    _ = try house.tell(house.settings(service.url + "/../b?c=%2e"), .lock)
    let request = try #require(service.finish().requests.first)
    #expect(request.line == "POST /lock/../b?c=%2e HTTP/1.1")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"command":"01jq8w3c5v0000000000000001","deadline":"2026-03-02T08:00:10.000Z","#
        + #""door":"front","v":1,"verb":"lock"}"#)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["idempotency-key"] == "01jq8w3c5v0000000000000001")
    #expect(request.headers["expect"] == nil)
    // As a service does it: from the members of the body.
    let value = try JSONValue(parsing: request.body.span)
    guard case .object(let body) = value else { throw TestService.DidNotStart(errno: 0) }
    let parts = ["command", "door", "verb", "deadline"].map { body.text($0) ?? "" }
    let text = (["v1"] + parts).map { $0 + "\n" }.joined()
    let code = HMACSHA256(key: Array(TestHouse.secret.utf8).span).code(for: Array(text.utf8).span)
    #expect(request.headers["keyway-signature"] == "v1=\(code.hex)")
  }

  @Test func `a service that would not is a failure, with its word`() throws {
    let service = try TestService(
      TestService.answer(
        "200 OK", #"{"outcome":"failed","detail":"bolt_blocked","state":"jammed"}"#))
    let response = try house.tell(house.settings(service.url))
    #expect(response.report == .failed(detail: "bolt_blocked"))
    #expect(response.observations.map(\.state) == [.jammed])
  }

  @Test(arguments: ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
  func `an answer that leads elsewhere is not followed`(_ status: String) throws {
    let service = try TestService(
      TestService.answer(status, headers: ["Location: /other"]))
    #expect(try house.tell(house.settings(service.url)).report == .failed(detail: "redirected"))
    #expect(try service.finish().requests.map(\.line) == ["POST /lock HTTP/1.1"])
  }

  @Test(arguments: [
    "417 Expectation Failed", "401 Unauthorized", "407 Proxy Authentication Required",
  ])
  func `an answer that asks for another try gets none`(_ status: String) throws {
    let service = try TestService(
      TestService.answer(status, headers: ["WWW-Authenticate: Basic realm=\"door\""]))
    let report = try house.tell(house.settings(service.url)).report
    #expect(report == .failed(detail: "http_\(status.prefix(3))"))
    #expect(try service.finish().connections == 1)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{\"outcome\":"])
  func `an answer that does not come within the limit leaves one request, unconfirmed`(
    _ start: String
  ) throws {
    let service = try TestService(.stalls(start))
    let report = try house.tell(house.settings(service.url), within: .milliseconds(300)).report
    #expect(report == .unconfirmed)
    #expect(try service.finish().requests.count == 1)
  }

  @Test func `a refusal counts although its body does not come`() throws {
    let service = try TestService(.stalls("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nno"))
    let report = try house.tell(house.settings(service.url), within: .milliseconds(300)).report
    #expect(report == .failed(detail: "http_403"))
    #expect(try service.finish().requests.count == 1)
  }

  @Test func `what has no answer within the limit is taken back from the way`() throws {
    let service = try TestService(.stalls(""))
    _ = try house.tell(house.settings(service.url), within: .milliseconds(300))
    _ = try service.finish()
    #expect(service.resets == 1)
    let other = try TestService(TestService.answer("200 OK", #"{"outcome":"acknowledged"}"#))
    _ = try house.tell(house.settings(other.url))
    _ = try other.finish()
    #expect(other.resets == 0)
  }

  @Test func `a connection that is closed after the request leaves one request, unconfirmed`()
    throws
  {
    let service = try TestService(.closes)
    #expect(try house.tell(house.settings(service.url)).report == .unconfirmed)
    let (connections, requests) = try service.finish()
    #expect(connections == 1)
    #expect(requests.count == 1)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"outcome\":\"acknowledged\"}",
    "HTTP/1.1 200 OK\r\nContent-Length: 70000\r\n\r\n{\"outcome\":\"acknowledged\"}"
      + String(repeating: " ", count: 69_974),
    "HTTP/1.1 200 OK\r\n"
      + String(repeating: "A: \(String(repeating: "b", count: 1000))\r\n", count: 70)
      + "Content-Length: 26\r\n\r\n{\"outcome\":\"acknowledged\"}",
    "{\"outcome\":\"acknowledged\"}",
    "HTTP/1.1 100 Continue\r\n\r\n",
  ])
  func `an answer that is cut off, too long or no HTTP is none`(_ answer: String) throws {
    let service = try TestService(.answer(answer))
    #expect(try house.tell(house.settings(service.url)).report == .unconfirmed)
    #expect(try service.finish().connections == 1)
  }

  @Test func `an answer of the most bytes that are read is read`() throws {
    let body = #"{"outcome":"acknowledged"}"#
    let service = try TestService(
      TestService.answer("200 OK", body + String(repeating: " ", count: 65_536 - body.utf8.count)))
    #expect(try house.tell(house.settings(service.url)).report == .acknowledged)
  }

  @Test func `a proxy of the environment is not used`() async {
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:1", 1) }
      let house = try TestHouse()
      let service = try TestService(TestService.answer("200 OK", #"{"outcome":"acknowledged"}"#))
      let report = try house.tell(house.settings(service.url)).report
      precondition(report == .acknowledged)
    }
  }

  @Test func `a service that only answers is not asked for its state`() throws {
    let service = try TestService(TestService.answer("200 OK", #"{"outcome":"acknowledged"}"#))
    let look = TestHouse.lock.look(
      at: try TestHouse.id("front"), settings: house.settings(service.url), within: .seconds(60))
    #expect(look == .unanswered(detail: "mute"))
    #expect(try service.finish().connections == 0)
  }

  @Test func `a service that reports is asked with a verb that moves nothing`() throws {
    let service = try TestService(
      TestService.answer("200 OK", #"{"outcome":"acknowledged","state":"locked"}"#))
    let look = TestHouse.lock.look(
      at: try TestHouse.id("front"),
      settings: house.settings(service.url, ["verbs": "unlock,report"]), within: .seconds(60))
    #expect(look == .observed([LockObservation(state: .locked, receivedAt: TestHouse.now)]))
    let request = try #require(service.finish().requests.first)
    #expect(request.headers["idempotency-key"] == nil)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"deadline":"2026-03-02T08:01:00.000Z","door":"front","v":1,"verb":"report"}"#)
  }
}
