import Testing

@testable import KeywayHTTP

@Suite struct TrustedProxiesTests {
  private static let proxies = ["10.0.0.0/8", "2001:db8::/33", "192.0.2.1"]

  private func client(
    _ peer: String, _ headers: HTTPHeaders, isEncrypted: Bool = false
  ) throws -> HTTPClient {
    let proxies = try TrustedProxies(Self.proxies)
    return proxies.client(
      behind: try #require(IPAddress(peer)), isEncrypted: isEncrypted, headers)
  }

  @Test(arguments: [
    ("198.51.100.7", "198.51.100.7"), ("203.0.113.9, 198.51.100.7", "198.51.100.7"),
    ("203.0.113.9, 198.51.100.7 , 10.1.2.3", "198.51.100.7"), ("10.9.9.9, 10.1.2.3", "10.9.9.9"),
    ("198.51.100.7:4711", "198.51.100.7"), ("[2001:db9::1]:4711", "2001:db9::1"),
    ("2001:DB9:0:0::1", "2001:db9::1"), ("::ffff:198.51.100.7", "198.51.100.7"),
    ("198.51.100.7, unknown", "10.0.0.1"), ("198.51.100.7,", "10.0.0.1"), ("", "10.0.0.1"),
    ("198.51.100.7, bad, 192.0.2.1", "192.0.2.1"), ("198.51.100.07", "10.0.0.1"),
  ])
  func `the client is the last address that is not a proxy`(_ list: String, _ address: String)
    throws
  {
    #expect(try client("10.0.0.1", ["X-Forwarded-For": list]).address == address)
  }

  @Test func `several fields are one list`() throws {
    let headers: HTTPHeaders = ["X-Forwarded-For": "203.0.113.9", "x-forwarded-for": "10.0.0.2"]
    #expect(try client("10.0.0.1", headers).address == "203.0.113.9")
  }

  @Test func `a proxy says whether the way was secure, for its clients and itself`() throws {
    let list = "198.51.100.7"
    #expect(
      try client("10.0.0.1", ["X-Forwarded-For": list, "X-Forwarded-Proto": "https"]).isSecure)
    for scheme in ["http", "", "https, http", "wss"] {
      let headers: HTTPHeaders = ["X-Forwarded-For": list, "X-Forwarded-Proto": scheme]
      #expect(try !client("10.0.0.1", headers, isEncrypted: true).isSecure)
    }
    let both: HTTPHeaders = [
      "X-Forwarded-For": list, "X-Forwarded-Proto": "https", "x-forwarded-proto": "http",
    ]
    #expect(try !client("10.0.0.1", both).isSecure)
    #expect(try !client("10.0.0.1", ["X-Forwarded-For": list], isEncrypted: true).isSecure)
    #expect(try client("10.0.0.1", [:], isEncrypted: true).isSecure)
    #expect(try !client("10.0.0.1", [:]).isSecure)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("10.0.0.0/9", "10.128.0.1", false), ("192.0.2.1", "192.0.2.1", true),
    ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "192.0.2.2", true),
    ("0.0.0.0/0", "::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("::/0", "2001::", true),
    ("10.0.0.0/8", "::ffff:10.1.1.1", true),
  ])
  func `a range has the addresses that begin as it does`(
    _ range: String, _ address: String, _ isIn: Bool
  ) throws {
    let range = try #require(AddressRange(range))
    #expect(range.contains(try #require(IPAddress(address))) == isIn)
  }

  @Test(arguments: [
    "", "10", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8",
    "::/129", "a", "10.0.0.256", "fe80::1%eth0",
  ])
  func `such a proxy is none`(_ text: String) {
    let error = #expect(throws: HTTPServerError.self) { try TrustedProxies([text]) }
    #expect(error?.code == .badProxy)
  }

  @Test func `only a trusted peer's word is taken`() throws {
    let fields = "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\n"
    let request = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(fields)\r\n"
    for (proxies, client) in [
      ([], HTTPClient(address: "127.0.0.1", isSecure: true)),
      (["127.0.0.2"], HTTPClient(address: "127.0.0.1", isSecure: true)),
      (["127.0.0.1"], HTTPClient(address: "198.51.100.7", isSecure: true)),
    ] {
      let server = try TestServer { $0.trustedProxies = proxies }
      #expect(try server.exchange(request).status == 200)
      #expect(server.application.heads.map(\.client) == [client])
    }
  }
}
