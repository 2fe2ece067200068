import KeywayCore
import KeywayHTTP
import KeywayService

/// The log as server-sent events, as entries come (HTML Living Standard, section 9.2).
final class LogStream: Sendable {
  /// How many may follow at a time; each has a thread of its own.
  private static let followers = 32
  /// How often the log is looked at, and how long nothing is sent at most.
  private static let interval = Duration.milliseconds(200)
  private static let silence = Duration.seconds(15)

  private let services: ServerServices
  private let crew = Crew(size: LogStream.followers, queue: 0)
  private let isStopping = Monitor(false)

  init(services: ServerServices) {
    self.services = services
  }

  /// Follows the log behind the entry that the client saw last, or from now on.
  ///
  /// - Throws: 503 when too many follow already.
  func follow(_ call: Call) throws -> HTTPResponse {
    let query = try call.query("after")
    let last = try Self.lastEvent(call.head) ?? query.number("after", in: -1...Int64.max - 1)
    let first = try last.map { $0 + 1 } ?? services.audit.size()
    let stream = HTTPStream()
    guard crew.run({ [self] in write(from: first, to: stream) }) else {
      throw Problem(503, "overloaded", "too many follow the log already", retryAfter: 10)
    }
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "text/event-stream", "X-Accel-Buffering": "no"],
      body: .stream(stream))
  }

  /// Ends all streams. Blocks until they have ended, or the time is over.
  func finish(within limit: Duration) -> Bool {
    isStopping.change { $0 = true }
    return crew.finish(within: limit)
  }

  /// What a client that lost its connection says of itself.
  private static func lastEvent(_ head: HTTPRequestHead) throws(Problem) -> Int64? {
    guard let text = head.headers["Last-Event-ID"], !text.isEmpty else { return nil }
    guard let sequence = Int64(text), String(sequence) == text, (-1..<Int64.max).contains(sequence)
    else { throw Problem(400, "invalid_header", "Last-Event-ID is no entry's number") }
    return sequence
  }

  private func write(from first: Int64, to stream: HTTPStream) {
    var next = first
    var quiet = Duration.zero
    do {
      try stream.write(Array(": the log from entry \(first) on\n\n".utf8))
      while !isStopping.look({ $0 }), !stream.isClosed {
        let size = try services.audit.size()
        if size > next {
          let end = min(size, next + 256)
          var bytes: [UInt8] = []
          try services.audit.forEach(from: next, to: end) { record in
            bytes += Array("id: \(record.sequence)\ndata: ".utf8)
            bytes += CanonicalJSON.bytes(of: .object(record.json)) + [0x0A, 0x0A]
          }
          // Also where all of them were pruned.
          if !bytes.isEmpty { try stream.write(bytes) }
          next = end
          quiet = .zero
          continue
        }
        _ = isStopping.wait(atMost: Self.interval) { $0 ? true : nil }
        quiet += Self.interval
        if quiet >= Self.silence {
          try stream.write(Array(":\n\n".utf8))
          quiet = .zero
        }
      }
      stream.finish()
    } catch {
      stream.abort()
    }
  }
}
