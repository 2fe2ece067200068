extension HTTPServer {
  /// Where a server listens and what it takes.
  package struct Configuration: Sendable {
    /// An IPv4 or IPv6 address in numbers.
    package var address: String
    /// 0 for any free one.
    package var port: UInt16
    /// Certificates in PEM, the server's own first; nil for a server without encryption.
    package var certificate: [UInt8]?
    /// The key of the certificate in PEM.
    package var privateKey: [UInt8]?
    /// Addresses, or ranges such as `10.0.0.0/8`, of proxies whose word about clients is taken.
    package var trustedProxies: [String]
    package var limits = Limits()
    /// Told about our own mistakes, such as an answer that cannot be sent as it is. Must not block.
    package var report: @Sendable (String) -> Void = { _ in }

    package init(
      address: String = "127.0.0.1", port: UInt16 = 0, certificate: [UInt8]? = nil,
      privateKey: [UInt8]? = nil, trustedProxies: [String] = []
    ) {
      self.address = address
      self.port = port
      self.certificate = certificate
      self.privateKey = privateKey
      self.trustedProxies = trustedProxies
    }
  }

  /// What clients may use up.
  package struct Limits: Sendable {
    /// The most bytes of a request's head; a connection has 4 KiB more in memory.
    package var head = 12_288
    /// The most connections at once; the process needs some more file descriptors.
    package var connections = 4096
    /// From the beginning of a connection until a whole head has come, and from a request's first
    /// line until the end of its head.
    package var headTime = Duration.seconds(30)
    /// From an answer until the first line of the next request.
    package var idleTime = Duration.seconds(60)
    /// How long a client may take nothing of an answer that is made while it is sent; another one
    /// has to be taken within that time and what ``takingRate`` adds to it.
    package var takingTime = Duration.seconds(30)
    /// In bytes a second.
    package var takingRate = 16_384

    package init() {}
  }
}
