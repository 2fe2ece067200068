import KeywayCore
import KeywayHTTP
import KeywayService

/// The taps of one request, and who waits for their answer.
struct TapPost: Sendable {
  /// How many taps one request may bring.
  static let most = 256

  let messages: [TapMessage]
  /// Whether they stand in an array, and so will the answers.
  let isArray: Bool
  /// Of the token.
  let digest: Digest
  let head: HTTPRequestHead
  let receivedAt: Timestamp
  /// How long the sender waits for what becomes of the commands; nil for the decisions alone.
  let patience: Duration?
  let exchange: any HTTPExchange

  /// - Throws: ``Problem``, or what ``Problem`` is made of.
  init(_ request: HTTPRequest, receivedAt: Timestamp, exchange: any HTTPExchange) throws {
    head = request.head
    digest = try BearerToken.digest(of: request.head)
    switch try JSONValue(parsing: request.body.span) {
    case .object(let object):
      messages = [try TapMessage(object)]
      isArray = false
    case .array(let elements):
      guard (1...Self.most).contains(elements.count) else {
        throw Problem(400, "invalid_tap", "a request has 1 to \(Self.most) taps")
      }
      messages = try elements.enumerated().map { index, element in
        guard case .object(let object) = element else {
          throw Problem(400, "invalid_tap", "tap \(index + 1): is not an object")
        }
        return try TapMessage(object, number: index + 1)
      }
      isArray = true
    default: throw Problem(400, "invalid_tap", "the body is neither a tap nor an array of taps")
    }
    patience = try Preference.wait(in: request.head)
    self.receivedAt = receivedAt
    self.exchange = exchange
  }
}

/// What a sender prefers (RFC 7240).
enum Preference {
  /// Longer than any command takes with the usual settings.
  private static let longest: Int64 = 30

  /// The time of `wait=n`, at most 30 seconds; nil without one. Other preferences are ignored, as
  /// section 2 says.
  static func wait(in head: HTTPRequestHead) throws(Problem) -> Duration? {
    for value in head.headers.all("Prefer") {
      for part in value.utf8.split(separator: UInt8(ascii: ",")) {
        let text = String(Substring(part)).filter { $0 != " " }.lowercased()
        guard text.hasPrefix("wait=") else { continue }
        let digits = text.dropFirst(5)
        guard (1...9).contains(digits.utf8.count),
          digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(digits)
        else { throw Problem(400, "invalid_header", "Prefer: wait takes whole seconds") }
        return .seconds(min(seconds, longest))
      }
    }
    return nil
  }
}
