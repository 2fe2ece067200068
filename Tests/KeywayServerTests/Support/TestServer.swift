import Foundation
import KeywayCore
import KeywayHTTP
import KeywaySQLite
import KeywayService
import KeywayStore
import Synchronization

@testable import KeywayServer

/// The service on a database file of its own, without a socket: requests go straight to it.
final class TestServer: Sendable {
  let folder: String
  let store: SQLiteStore
  let environment: ServiceEnvironment
  let lock = TestLock()
  let services: ServerServices
  let application: KeywayApplication
  let lines = Monitor<[String]>([])
  private let log: RequestLog

  init(now: Timestamp = .morning) throws {
    let zones = TimeZones(version: "machine") { name in
      (try? Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))).map(Array.init)
    }
    folder = NSTemporaryDirectory() + "keyway-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bytes: @Sendable (Int) -> [UInt8] = { count in
      (0..<count).map { _ in .random(in: 0...255) }
    }
    var options = SQLiteStore.Options()
    options.readers = 2
    store = try SQLiteStore(path: folder + "/keyway.db", options: options, now: now, random: bytes)
    let box = ClockBox(now)
    self.box = box
    environment = ServiceEnvironment(
      store: store, now: { box.now }, uptime: { box.uptime }, random: bytes, zones: zones)
    let dispatcher = CommandDispatcher(environment: environment, drivers: ["simulator": lock])
    let metrics = Metrics()
    services = ServerServices(
      environment: environment, settings: SettingsCache(), owners: SoleOwner(),
      runner: CommandRunner(
        dispatcher: dispatcher, ended: { metrics.note($0) }, failed: { _ in }),
      checkpoints: CheckpointService(
        environment: environment, keyFile: LogKeyFile(database: folder + "/keyway.db")),
      drivers: ["simulator"])
    let lines = lines
    log = RequestLog(now: { box.now }) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      lines.change { $0 += text.split(separator: "\n").map(String.init) }
    }
    application = KeywayApplication(
      services: services, log: log, metrics: metrics, folder: folder, report: { _ in })
    application.start()
    Thread.detachNewThread { [log] in log.run() }
    try store.write { tx in
      try tx.setSetting("tap.deviceRate", to: "0")
      try tx.setSetting("tap.doorRate", to: "0")
    }
  }

  private let box: ClockBox

  deinit {
    _ = application.finish(within: .seconds(5))
    log.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// What came back.
  struct Reply: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]
    /// Whether all of the body came.
    var isWhole = true

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONObject {
      guard case .object(let object)? = try? JSONValue(parsing: body.span) else { return [:] }
      return object
    }
    subscript(member: String) -> String? {
      switch json[member] {
      case .string(let text)?: text
      case .integer(let number)?: String(number)
      default: nil
      }
    }
  }

  private final class Exchange: HTTPExchange {
    let reply = Monitor<HTTPResponse?>(nil)

    func respond(_ response: HTTPResponse) {
      reply.change { if $0 == nil { $0 = response } }
    }
  }

  func send(
    _ method: String, _ target: String, token: String? = nil, _ body: String? = nil,
    headers: HTTPHeaders = [:], address: String = "127.0.0.1"
  ) -> Reply {
    let response = response(
      method, target, token: token, body, headers: headers, address: address)
    switch response?.body {
    case .bytes(let bytes)?:
      return Reply(status: response?.status ?? 0, headers: response?.headers ?? [:], body: bytes)
    case .stream(let stream)?:
      let (bytes, isWhole) = Self.read(stream)
      return Reply(
        status: response?.status ?? 0, headers: response?.headers ?? [:], body: bytes,
        isWhole: isWhole)
    case nil: return Reply(status: 0, headers: [:], body: [])
    }
  }

  /// Nil when none comes in time.
  func response(
    _ method: String, _ target: String, token: String? = nil, _ body: String? = nil,
    headers: HTTPHeaders = [:], address: String = "127.0.0.1"
  ) -> HTTPResponse? {
    var headers = headers
    if let token { headers.add("Authorization", "Bearer \(token)") }
    if body != nil, headers["Content-Type"] == nil {
      headers.add("Content-Type", "application/json")
    }
    let parts = target.split(separator: "?", maxSplits: 1)
    let head = HTTPRequestHead(
      method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
      headers: headers, client: HTTPClient(address: address, isSecure: true))
    switch application.receive(head) {
    case .refuse(let refusal): return refusal
    case .read(let limit, _):
      let bytes = Array((body ?? "").utf8)
      if bytes.count > limit { return HTTPResponse(status: 413) }
      let exchange = Exchange()
      application.answer(HTTPRequest(head: head, body: bytes), in: exchange)
      return exchange.reply.wait(atMost: .seconds(20)) { $0 }
    }
  }

  /// All that comes, and whether its end does.
  static func read(_ stream: HTTPStream) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    let news = Monitor(0)
    while true {
      let count = news.wait { $0 } ?? 0
      switch stream.read(whenThereIs: { news.change { $0 += 1 } }) {
      case .bytes(let some): bytes += some
      case .end: return (bytes, true)
      case .broken: return (bytes, false)
      case .nothing:
        guard news.wait(atMost: .seconds(20), for: { $0 > count ? true : nil }) != nil else {
          return (bytes, false)
        }
      }
    }
  }

  var now: Timestamp { environment.now() }

  func advance(by milliseconds: Int64) { box.advance(by: milliseconds) }

  /// The log's entries of a kind, as objects.
  func entries(_ kind: String) throws -> [JSONObject] {
    var entries: [JSONObject] = []
    try services.audit.export(AuditFilter()) { bytes in
      if case .object(let object) = try JSONValue(parsing: bytes.span),
        object["kind"] == .string(kind)
      {
        entries.append(object)
      }
    }
    return entries
  }
}

/// A clock that stands still until it is moved.
final class ClockBox: Sendable {
  private let wall: Mutex<Int64>
  private let steady = Mutex<Int64>(0)

  init(_ now: Timestamp) { wall = Mutex(now.milliseconds) }

  var now: Timestamp { Timestamp(milliseconds: wall.withLock { $0 }) }
  var uptime: Duration { .milliseconds(steady.withLock { $0 }) }

  func advance(by milliseconds: Int64) {
    wall.withLock { $0 += milliseconds }
    steady.withLock { $0 += milliseconds }
  }
}

/// A lock that notes what it is told, and answers when it is let.
final class TestLock: LockDriver {
  let told = Monitor<[LockCommand.ID]>([])
  let isHeld = Monitor(false)

  func verbs(settings: JSONObject) -> Set<LockCommand.Verb> { Set(LockCommand.Verb.allCases) }

  func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse {
    told.change { $0.append(command.id) }
    _ = isHeld.wait(atMost: .seconds(10)) { $0 ? nil : true }
    return LockResponse(.acknowledged)
  }
}

extension Timestamp {
  /// 2026-03-02T08:00:00Z.
  static let morning = Timestamp(milliseconds: 1_772_438_400_000)
}
