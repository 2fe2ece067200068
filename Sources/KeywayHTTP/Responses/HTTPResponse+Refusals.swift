extension HTTPResponse {
  /// An answer of the transport's own in the form of RFC 9457, after which the connection ends.
  static func refusal(_ status: Int) -> HTTPResponse {
    let (code, words) =
      switch status {
      case 400: ("bad_request", "the request breaks the rules of HTTP/1.1, or bends them")
      case 413: ("too_large", "the body is too long")
      case 431: ("too_large", "the head is too long")
      case 503: ("unavailable", "the service stops")
      default: ("internal", "the answer cannot be sent")
      }
    let text = #"{"code":"\#(code)","detail":"\#(words)","status":\#(status)}"#
    var response = HTTPResponse(
      status: status, headers: ["Content-Type": "application/problem+json"],
      body: .bytes(Array(text.utf8)))
    response.closes = true
    return response
  }
}
