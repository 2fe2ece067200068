/// What answers requests. Both functions run on the thread that serves all connections and must not
/// block.
package protocol HTTPApplication: Sendable {
  /// Looks at a request before its body has come.
  func receive(_ head: HTTPRequestHead) -> HTTPReception

  /// Gets the whole request; the answer goes to the exchange, now or later, from any thread.
  func answer(_ request: HTTPRequest, in exchange: any HTTPExchange)
}

/// What becomes of a request whose head has come.
package enum HTTPReception: Sendable {
  /// Its body is read, up to so many bytes and for so long at most.
  case read(limit: Int, within: Duration)
  /// It is answered without its body.
  case refuse(HTTPResponse)
}

/// One request that waits for its answer.
package protocol HTTPExchange: Sendable {
  /// Sends the answer; only the first call counts. Does not block. May be called when the client has
  /// gone.
  func respond(_ response: HTTPResponse)
}
