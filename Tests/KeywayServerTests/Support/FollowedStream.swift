import KeywayHTTP
import KeywayService

/// A streamed answer that a test reads.
final class FollowedStream: Sendable {
  private let stream: HTTPStream
  private let text = Monitor("")

  init(_ stream: HTTPStream) { self.stream = stream }

  /// All that came so far once this is in it, or nil when it does not come in time.
  func text(until part: String, within limit: Duration) -> String? {
    let end = ContinuousClock.now + limit
    let woken = Monitor(0)
    while ContinuousClock.now < end {
      switch stream.read(whenThereIs: { woken.change { $0 += 1 } }) {
      case .bytes(let bytes): text.change { $0 += String(decoding: bytes, as: UTF8.self) }
      case .nothing: _ = woken.wait(atMost: .milliseconds(100)) { $0 > 0 ? true : nil }
      case .end, .broken: return text.look { $0.contains(part) ? $0 : nil }
      }
      if let found = text.look({ $0.contains(part) ? $0 : nil }) { return found }
    }
    return nil
  }

  /// As a client that goes away.
  func close() { stream.close() }
}

extension TestServer {
  /// The stream that answers a GET, or nil for another answer.
  func stream(
    _ target: String, token: String, headers: HTTPHeaders = [:]
  ) -> FollowedStream? {
    guard let response = response("GET", target, token: token, nil, headers: headers),
      case .stream(let stream) = response.body
    else { return nil }
    return FollowedStream(stream)
  }
}
