package import KeywayCore
import KeywayHTTP
import KeywayService

/// One line of JSON for each request, and for what happens to the service; without secrets, and
/// without what people and phones sent.
///
/// Lines are written by a thread of their own; when they come faster than they can be written, they
/// are counted instead.
package final class RequestLog: Sendable {
  private static let capacity = 16_384

  private let lines = Mailbox<[UInt8]>(capacity: RequestLog.capacity)
  private let lost = Monitor<Int64>(0)
  private let now: @Sendable () -> Timestamp
  private let notesRequests: Bool
  private let write: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - notesRequests: whether requests that went well have a line, too.
  ///   - write: takes whole lines; may block.
  package init(
    now: @escaping @Sendable () -> Timestamp, notesRequests: Bool = true,
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.now = now
    self.notesRequests = notesRequests
    self.write = write
  }

  /// Notes an answered request: the pattern of its route rather than its path.
  func note(
    _ head: HTTPRequestHead, route: String?, status: Int, bytes: Int, duration: Duration
  ) {
    guard notesRequests || status >= 400 else { return }
    var writer = JSONWriter(capacity: 256)
    writer.raw("{\"at\":")
    writer.timestamp(now())
    writer.raw(",\"bytes\":")
    writer.integer(Int64(bytes))
    writer.raw(",\"client\":")
    writer.string(head.client.address)
    writer.raw(",\"event\":\"request\",\"method\":")
    writer.string(String(head.method.unicodeScalars.prefix(16)))
    writer.raw(",\"microseconds\":")
    writer.integer(duration.microseconds)
    writer.raw(",\"route\":")
    writer.string(route)
    writer.raw(",\"status\":")
    writer.integer(Int64(status))
    writer.raw("}\n")
    put(writer.bytes)
  }

  /// Notes something that is no request.
  package func note(_ event: String, _ members: JSONObject = [:]) {
    var object = members
    object["at"] = .string(now().rfc3339)
    object["event"] = .string(event)
    put(CanonicalJSON.bytes(of: .object(object)) + [0x0A])
  }

  /// Writes until it is closed. Blocks: for a thread of its own.
  package func run() {
    while true {
      let some = lines.take(atMost: 1_024)
      if some.isEmpty { return }
      var bytes = Array(some.joined())
      let count = lost.change { lost in
        defer { lost = 0 }
        return lost
      }
      if count > 0 { bytes += Array("{\"event\":\"lines_lost\",\"lines\":\(count)}\n".utf8) }
      write(bytes)
    }
  }

  /// Takes in nothing more.
  package func close() { lines.close() }

  private func put(_ line: [UInt8]) {
    if !lines.put(line) { lost.change { $0 += 1 } }
  }
}

extension Duration {
  /// Whole microseconds, rounded down.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
