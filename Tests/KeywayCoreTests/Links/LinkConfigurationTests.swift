import KeywayCore
import Testing

/// Settings that are refused, and the code that says why.
struct ConfigurationVector: Sendable, CustomTestStringConvertible {
  let code: LinkConfigurationError.Code
  var barePrefix = "xxx"
  var schemes = ["keyway"]
  var hosts: [String] = []

  var testDescription: String { "\(code): \(barePrefix) \(schemes) \(hosts)" }

  static let all =
    [
      "", "-x", "_x", "a/b", "a:b", "a.b", "a%62", "a?", "a#", "é", "a b", "a\n",
      String(repeating: "a", count: 65),
    ].map { ConfigurationVector(code: .badBarePrefix, barePrefix: $0) }
    + [
      "", "1a", "+a", "-a", ".a", "a b", "a:", "a/", "a_b", "é", "\u{212A}eyway", "a\u{301}",
      String(repeating: "a", count: 254),
    ].map { ConfigurationVector(code: .badScheme, schemes: ["keyway", $0]) }
    + ["http", "https", "HTTPS", "Http"].map {
      ConfigurationVector(code: .reservedScheme, schemes: [$0])
    }
    + [
      "", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "a:443", "[::1]", "a/b", "a@b", "a_b",
      "a%62",
      "é.example", "*.example", "a b", "\u{212A}.example", "a\u{3002}b",
      String(repeating: "a", count: 64) + ".example",
      Array(repeating: "aaaaaaa", count: 32).joined(separator: "."),
    ].map { ConfigurationVector(code: .badHost, hosts: ["keyway.example", $0]) }
    + [
      ConfigurationVector(code: .noScheme, schemes: []),
      ConfigurationVector(code: .overlappingRoutes, schemes: ["keyway", "keyway"]),
      ConfigurationVector(code: .overlappingRoutes, schemes: ["keyway", "door", "KeyWay"]),
      ConfigurationVector(
        code: .overlappingRoutes, hosts: ["a.example", "b.example", "A.EXAMPLE"]),
    ]
}

@Suite struct LinkConfigurationTests {
  @Test(arguments: ConfigurationVector.all)
  func `settings that no router can be built from are refused`(
    _ vector: ConfigurationVector
  ) throws {
    let error = #expect(throws: LinkConfigurationError.self) {
      try LinkConfiguration(
        barePrefix: vector.barePrefix, schemes: vector.schemes, hosts: vector.hosts)
    }
    #expect(error?.code == vector.code)
  }

  @Test func `the message names the setting and escapes it`() {
    let error = #expect(throws: LinkConfigurationError.self) {
      try LinkConfiguration(barePrefix: "a\n\"")
    }
    #expect(error?.message.hasPrefix(#"bare prefix "a\n\"" must be 1 to 64 ASCII letters"#) == true)
  }

  @Test func `schemes and hosts are folded and the prefix is not`() throws {
    let longest = [63, 63, 63, 61].map { String(repeating: "A", count: $0) }
      .joined(separator: ".")
    let configuration = try LinkConfiguration(
      barePrefix: "Door_1", schemes: ["Com.Example.Keyway+1-2"], hosts: ["Keyway.EXAMPLE", longest])
    #expect(configuration.barePrefix == "Door_1")
    #expect(configuration.schemes == ["com.example.keyway+1-2"])
    #expect(configuration.hosts == ["keyway.example", longest.lowercased()])
  }

  @Test func `the standard settings pass their own checks`() throws {
    #expect(try LinkConfiguration() == .standard)
  }

  @Test func `every configured route is taken and the standard ones are not`() throws {
    let configuration = try LinkConfiguration(
      barePrefix: "Door", schemes: ["door", "com.example.d", "doors"],
      hosts: ["a.example", "a.example.com", "xn--a-1.example"])
    let router = DeepLinkRouter(configuration)
    let good = [
      "Door/k", "door://unlock/k", "doors://open/k", "COM.example.D://unlock/k",
      "https://a.example/u/k", "https://a.example.COM/u/k", "https://XN--a-1.example/u/k",
    ]
    for link in good { #expect(router.reason(link) == nil, "\(link)") }
    #expect(router.reason("door/k") == "unknown_form")
    #expect(router.reason("xxx/k") == "unknown_form")
    #expect(router.reason("keyway://unlock/k") == "scheme_not_allowed")
    #expect(router.reason("https://keyway.example/u/k") == "host_mismatch")
    #expect(router.reason("https://a.exampl/u/k") == "host_mismatch")
  }

  @Test func `without a host no universal link is taken`() {
    let router = DeepLinkRouter(.standard)
    #expect(router.reason("https://keyway.example/u/k") == "host_mismatch")
    #expect(router.reason("https:///u/k") == "empty_host")
  }

  @Test(arguments: DeepLink.Form.allCases, [0, 1, 2] as [UInt64])
  func `what is printed for a key is taken and names it`(
    _ form: DeepLink.Form, _ seed: UInt64
  ) throws {
    let configuration = try LinkConfiguration(hosts: ["Keyway.example", "b.example"])
    let router = DeepLinkRouter(configuration)
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      let id = try Self.randomID(&random)
      let printed = try #require(configuration.link(toKey: id, as: form))
      let answer = router.answer(Array(printed.utf8))
      #expect(answer == "\(form.rawValue) unlock \(id.text) unsigned", "seed \(seed)")
    }
  }

  @Test func `what is printed for an action is taken and names it`() throws {
    let router = DeepLinkRouter(.standard)
    var random = SplitMix64(seed: 3)
    for _ in 0..<1_000 {
      let id = try Self.randomID(&random)
      let printed = LinkConfiguration.standard.link(toAction: id)
      #expect(router.answer(Array(printed.utf8)) == "custom open \(id.text) unsigned")
    }
  }

  @Test func `links are printed by the first scheme and host`() throws {
    let configuration = try LinkConfiguration(
      barePrefix: "go", schemes: ["Door", "keyway"], hosts: ["A.example", "b.example"])
    let id = try #require(Identifier<Never>("k-1"))
    let printed = DeepLink.Form.allCases.map { configuration.link(toKey: id, as: $0) }
    #expect(printed == ["go/k-1", "door://unlock/k-1", "https://a.example/u/k-1"])
    #expect(configuration.link(toAction: id) == "door://open/k-1")
    #expect(LinkConfiguration.standard.link(toKey: id, as: .universal) == nil)
  }

  private static func randomID(_ random: inout SplitMix64) throws -> Identifier<Never> {
    let alphabet = Array("ABCXYZabcxyz0123456789-_".utf8)
    let count = random.below(64)
    let bytes =
      [alphabet[random.below(22)]] + (0..<count).map { _ in alphabet[random.below(24)] }
    return try #require(Identifier<Never>(String(decoding: bytes, as: UTF8.self)))
  }
}
