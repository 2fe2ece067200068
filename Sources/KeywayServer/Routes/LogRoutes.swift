import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// The audit log, for those who read it and those who check it.
struct LogRoutes: Sendable {
  /// How many entries a page has when nobody says, and at most.
  private static let usualPage: Int64 = 1_000
  private static let mostOnPage: Int64 = 10_000
  /// A checkpoint is made anew for who asks when it is older than this and the log has grown, in
  /// milliseconds.
  private static let checkpointAge: Int64 = 10_000

  let services: ServerServices
  let stream: LogStream

  var routes: [Route] {
    [
      Route("GET", "/v1/audit", for: [.auditor], .blocking { call in try page(call) }),
      Route(
        "GET", "/v1/audit/stream", for: [.auditor],
        .blocking { call in try stream.follow(call) }),
      Route("GET", "/v1/audit/{seq}", for: [.auditor], .blocking { call in try entry(call) }),
      Route(
        "GET", "/v1/log/checkpoint", for: [.auditor], .blocking { call in try checkpoint(call) }),
      Route("GET", "/v1/log/keys", for: [.auditor], .blocking { call in try keys(call) }),
      Route(
        "GET", "/v1/log/tile/{path...}", for: [.auditor], .blocking { call in try tile(call) }),
    ]
  }

  /// The entries behind `after`, one a line; a `Link` leads to the next page where there is one.
  private func page(_ call: Call) throws -> HTTPResponse {
    let query = try call.query("after", "limit")
    let after = try query.number("after", in: -1...Int64.max - 1) ?? -1
    let limit = try query.number("limit", in: 1...Self.mostOnPage) ?? Self.usualPage
    let end = after + 1 > Int64.max - limit ? Int64.max : after + 1 + limit
    let size = try services.audit.size()
    var bytes: [UInt8] = []
    try services.audit.forEach(from: after + 1, to: min(end, size)) { record in
      bytes += CanonicalJSON.bytes(of: .object(record.json)) + [0x0A]
    }
    var headers: HTTPHeaders = ["Content-Type": "application/jsonl"]
    if end < size {
      headers.add("Link", "</v1/audit?after=\(end - 1)&limit=\(limit)>; rel=\"next\"")
    }
    return HTTPResponse(status: 200, headers: headers, body: .bytes(bytes))
  }

  private func entry(_ call: Call) throws -> HTTPResponse {
    guard let sequence = Int64(call.parameters[0]), String(sequence) == call.parameters[0] else {
      throw Problem(404, "not_found", "the log has no such entry")
    }
    return .json(.object(try services.audit.entry(sequence).record.json))
  }

  private func checkpoint(_ call: Call) throws -> HTTPResponse {
    let tiles = LogTiles(environment: services.environment)
    var note = try tiles.checkpoint()
    let age = services.environment.now().milliseconds - (note?.takenAt.milliseconds ?? 0)
    let isOld = note == nil || !(0..<Self.checkpointAge).contains(age)
    if try isOld && services.audit.size() != note?.size {
      let actor = call.principal?.actor() ?? Actor(name: "service")
      _ = try services.checkpoints.take(by: actor)
      note = try tiles.checkpoint()
    }
    guard let note else { throw Problem(404, "not_found", "no checkpoint was taken yet") }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(note.note))
  }

  private func keys(_ call: Call) throws -> HTTPResponse {
    let actor = call.principal?.actor() ?? Actor(name: "service")
    let lines = try services.checkpoints.verifiers(by: actor)
    return .json(.object(["keys": .array(lines.map(JSONValue.string))]))
  }

  private func tile(_ call: Call) throws -> HTTPResponse {
    let path = call.parameters[0]
    let tiles = LogTiles(environment: services.environment)
    let entries = "entries/"
    let bytes =
      if path.hasPrefix(entries) {
        try TreeTile(path: "tile/0/" + path.dropFirst(entries.utf8.count))
          .flatMap { try tiles.entries(below: $0) }
      } else {
        try TreeTile(path: "tile/\(path)").flatMap { try tiles.bytes(of: $0) }
      }
    guard let bytes else {
      throw Problem(404, "not_found", "the log has no such tile, or its entries were pruned")
    }
    // A tile never changes: a partial one that grows is another.
    return HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": "application/octet-stream",
        "Cache-Control": "private, max-age=31536000, immutable",
      ], body: .bytes(bytes))
  }
}

extension HTTPQuery {
  /// A whole number in decimal, or nil when it is absent.
  func number(_ name: String, in range: ClosedRange<Int64>) throws(KeywayServer.Problem) -> Int64? {
    guard let text = self[name] else { return nil }
    guard let number = Int64(text), String(number) == text, range.contains(number) else {
      throw KeywayServer.Problem(
        400, "invalid_query",
        "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
