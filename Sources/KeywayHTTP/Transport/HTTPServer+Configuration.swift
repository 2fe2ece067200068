extension HTTPServer {
  /// How the service is reached, and what it lets clients do.
  package struct Configuration: Sendable {
    /// An IPv4 or IPv6 address, without brackets.
    package var address = "127.0.0.1"
    /// 0 for any that is free.
    package var port: UInt16 = 0
    /// PEM, with the chain; nil without TLS.
    package var certificate: [UInt8]?
    /// PEM; nil without TLS.
    package var privateKey: [UInt8]?
    /// Addresses, and networks with their prefix length, whose word about clients counts.
    package var trustedProxies: [String] = []
    /// How many connections there may be. When nearly all are used, those that ask for nothing are
    /// closed, the longest first.
    package var connections = 4_096
    /// How many bytes the head of a request may have.
    package var headBytes = 16 * 1_024
    /// How long a new connection may take for its first head, and a kept one for the next.
    package var headTime = Duration.seconds(30)
    package var idleTime = Duration.seconds(60)

    package init() {}
  }
}
