/// What stands before the body of a request.
package struct HTTPRequestHead: Hashable, Sendable {
  /// As sent, such as `GET`; methods are compared byte for byte (RFC 9110, section 9.1).
  package let method: String
  /// The path as sent, up to `?`: nothing is decoded or joined. Begins with `/`, or is `*`.
  package let path: String
  /// What stands behind the first `?`, as sent; nil without one.
  package let query: String?
  package let headers: HTTPHeaders
  /// Who sent it.
  package let client: HTTPClient

  package init(
    method: String, path: String, query: String? = nil, headers: HTTPHeaders = [:],
    client: HTTPClient
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.client = client
  }
}

/// Where a request came from.
package struct HTTPClient: Hashable, Sendable {
  /// The address in its usual text form, without a port: the peer's, or the one that a trusted proxy
  /// says.
  package let address: String
  /// Whether nobody on the way could read it: over TLS, through a trusted proxy that says so, or
  /// from this machine.
  package let isSecure: Bool

  package init(address: String, isSecure: Bool) {
    self.address = address
    self.isSecure = isSecure
  }
}

/// A whole request.
package struct HTTPRequest: Hashable, Sendable {
  package let head: HTTPRequestHead
  package let body: [UInt8]

  package init(head: HTTPRequestHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }
}
