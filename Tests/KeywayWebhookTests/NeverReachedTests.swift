import Foundation
import KeywayCore
import KeywayService
import Synchronization
import Testing

@testable import KeywayWebhook

/// What happens before a connection stands leaves no trace at the service.
@Suite struct NeverReachedTests {
  private let house: TestHouse

  init() throws {
    house = try TestHouse()
  }

  private func expect(
    _ detail: String, _ settings: JSONObject, by service: TestService,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let report = try house.tell(settings).report
    #expect(report == .neverReached(detail: detail), sourceLocation: location)
    #expect(try service.finish().connections == 0, sourceLocation: location)
  }

  private func service() throws -> TestService {
    try TestService(TestService.answer("200 OK", #"{"outcome":"acknowledged"}"#))
  }

  @Test(arguments: ["127.0.0.1", "localhost", "[::1]", "[::ffff:7f00:1]"])
  func `an address of this machine is not connected to unless that is allowed`(_ host: String)
    throws
  {
    let service = try service()
    for permission in ["false", nil] {
      var settings = house.settings("https://\(host):\(service.port)/")
      settings["allowPrivate"] = permission.map { .string($0) }
      let report = try house.tell(settings, within: .milliseconds(300)).report
      #expect(report == .neverReached(detail: "private_address"))
    }
    #expect(try service.finish().connections == 0)
  }

  @Test(arguments: ["8.8.8.8", "[2606:4700::1111]", "[::ffff:808:808]"])
  func `what is not encrypted does not leave private networks`(_ host: String) throws {
    let settings = house.settings("http://\(host)/")
    #expect(try house.tell(settings).report == .neverReached(detail: "public_address"))
  }

  @Test func `an address that is nobody's is not connected to`() throws {
    let settings = house.settings("http://0.0.0.0:1/")
    #expect(try house.tell(settings).report == .neverReached(detail: "no_address"))
  }

  @Test func `a connection that is refused, or a name that is unknown, is no way to the lock`()
    throws
  {
    let closed = try { try TestService(.closes).port }()
    for url in ["http://127.0.0.1:\(closed)/", "http://door.invalid/"] {
      let report = try house.tell(house.settings(url)).report
      #expect(report == .neverReached(detail: "lock_offline"))
    }
  }

  @Test func `a service that does not end the handshake within the limit is no way to the lock`()
    throws
  {
    let service = try service()
    let settings = house.settings("https://127.0.0.1:\(service.port)/")
    let report = try house.tell(settings, within: .milliseconds(300)).report
    #expect(report == .neverReached(detail: "lock_offline"))
    let (connections, requests) = try service.finish()
    #expect(connections == 1)
    #expect(requests.isEmpty)
  }

  @Test func `a deadline that has passed by either clock opens no connection`() throws {
    let service = try service()
    for limit in [Duration.zero, .seconds(-1), .microseconds(999)] {
      let report = try house.tell(house.settings(service.url), within: limit).report
      #expect(report == .neverReached(detail: "late"))
    }
    let command = try TestHouse.command()
    let late = WebhookLock(now: { command.deadline }, uptime: { .zero })
    let report = late.send(
      command, settings: house.settings(service.url), within: .seconds(60)
    ).report
    #expect(report == .neverReached(detail: "late"))
    #expect(try service.finish().connections == 0)
  }

  @Test
  func `a connection that stands only after the deadline by the wall clock carries no request`()
    throws
  {
    let service = try service()
    let command = try TestHouse.command()
    let calls = Atomic(0)
    let lock = WebhookLock(
      // The look before connecting; then comes the one before sending.
      now: {
        calls.add(1, ordering: .relaxed).newValue <= 1 ? TestHouse.now : command.deadline
      },
      uptime: { .zero })
    let report = lock.send(
      command, settings: house.settings(service.url), within: .seconds(60)
    ).report
    #expect(report == .neverReached(detail: "late"))
    let (connections, requests) = try service.finish()
    #expect(connections == 1)
    #expect(requests.isEmpty)
  }

  @Test func `a connection that stands only after the deadline carries no request`() throws {
    let service = try service()
    let calls = Atomic(0)
    let lock = WebhookLock(
      now: { TestHouse.now },
      // The start and the look before connecting; then comes the one before sending.
      uptime: { calls.add(1, ordering: .relaxed).newValue <= 2 ? .zero : .seconds(60) })
    let report = lock.send(
      try TestHouse.command(), settings: house.settings(service.url), within: .seconds(60)
    ).report
    #expect(report == .neverReached(detail: "late"))
    let (connections, requests) = try service.finish()
    #expect(connections == 1)
    #expect(requests.isEmpty)
  }

  @Test(arguments: ["", "fifteen bytes..", String(repeating: "x", count: 1025)])
  func `a secret of too few or too many bytes signs nothing`(_ secret: String) throws {
    try house.write(secret, mode: 0o600)
    let service = try service()
    try expect("no_secret", house.settings(service.url), by: service)
  }

  @Test func `a secret that is not there signs nothing`() throws {
    let service = try service()
    let settings = house.settings(service.url, ["secretFile": house.folder])
    try expect("no_secret", settings, by: service)
    let other = try self.service()
    try expect(
      "no_secret", house.settings(other.url, ["secretFile": house.folder + "/none"]), by: other)
  }

  @Test(arguments: [0o604, 0o602, 0o620])
  func `a secret that others may read or write signs nothing`(_ mode: Int) throws {
    try house.write(TestHouse.secret, mode: mode)
    let service = try service()
    try expect("secret_exposed", house.settings(service.url), by: service)
  }

  @Test func `a verb that the service does not know is not sent`() throws {
    let service = try service()
    #expect(TestHouse.lock.verbs(settings: house.settings(service.url)) == [.unlock, .lock])
    try expect(
      "verb_not_supported", house.settings(service.url, ["verbs": "lock,report"]), by: service)
  }

  @Test func `settings that cannot be used reach nobody`() throws {
    let service = try service()
    try expect(
      "bad_settings", house.settings(service.url, ["allowPrivate": "yes"]), by: service)
  }
}
