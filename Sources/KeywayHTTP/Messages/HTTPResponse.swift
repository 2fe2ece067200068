/// An answer to a request.
///
/// The transport adds `Date`, `Content-Length` or chunks, and `Connection`; a request with `HEAD` is
/// answered as one with `GET`, and the transport keeps the body back.
package struct HTTPResponse: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    /// What is not known as a whole; sent in chunks as it comes.
    case stream(HTTPStream)
  }

  /// From 200 to 599.
  package var status: Int
  package var headers: HTTPHeaders
  package var body: Body
  /// Whether the connection ends with this answer.
  package var closes = false

  package init(status: Int, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
