import KeywayCore
import KeywayHTTP

/// What is done with a request of one method on one path, and who may ask for it.
struct Route: Sendable {
  enum Handler: Sendable {
    /// On the thread that serves all connections: must not block.
    case immediate(@Sendable (Call) throws -> HTTPResponse)
    /// On a thread of its own: may block.
    case blocking(@Sendable (Call) throws -> HTTPResponse)
    /// As `blocking`, and may answer later.
    case deferred(@Sendable (Call, @escaping @Sendable (HTTPResponse) -> Void) throws -> Void)
    /// Shares a commit with the taps that come meanwhile.
    case taps
  }

  /// What a request brings.
  enum Body: Sendable {
    case none
    /// Of this media type, and at most so many bytes.
    case of(String, limit: Int)
    /// The same, or nothing.
    case maybe(String, limit: Int)

    static let json = Body.of("application/json", limit: 64 * 1024)
    static let jsonIfAny = Body.maybe("application/json", limit: 64 * 1024)
    /// For what is brought by the thousand.
    static let longJSON = Body.of("application/json", limit: 64 << 20)
    static let lines = Body.of("application/jsonl", limit: 64 << 20)
  }

  let method: String
  let pattern: PathPattern
  /// Nil where anybody may ask, without a token.
  let roles: Set<TokenRole>?
  let body: Body
  let handler: Handler

  init(
    _ method: String, _ pattern: PathPattern, for roles: Set<TokenRole>?, body: Body = .none,
    _ handler: Handler
  ) {
    self.method = method
    self.pattern = pattern
    self.roles = roles
    self.body = body
    self.handler = handler
  }
}
