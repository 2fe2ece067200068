package import KeywayCore
package import KeywayHTTP

/// A refusal in words for programs and people (RFC 9457).
package struct Problem: Error, Hashable, Sendable {
  /// An HTTP status, 400 to 599.
  package let status: Int
  /// A word to branch on, as in decisions and on the command line.
  package let code: String
  /// What is wrong, and where.
  package let detail: String
  /// In how many seconds it may be tried again, or nil when nobody knows.
  package var retryAfter: Int64?
  /// What else programs are told.
  package var extensions = JSONObject()

  package init(_ status: Int, _ code: String, _ detail: String, retryAfter: Int64? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// As an answer.
  package var response: HTTPResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/problem+json"]
    if let retryAfter { headers.add("Retry-After", String(retryAfter)) }
    var members = extensions
    members["status"] = .integer(Int64(status))
    members["code"] = .string(code)
    members["detail"] = .string(detail)
    return HTTPResponse(
      status: status, headers: headers,
      body: .bytes(CanonicalJSON.bytes(of: .object(members))))
  }
}
