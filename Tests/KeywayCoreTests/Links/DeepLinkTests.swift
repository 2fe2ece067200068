import KeywayCore
import Testing

@Suite struct DeepLinkTests {
  private static let start = "https://keyway.example/u/front-door"

  private func link(_ text: String) throws -> DeepLink {
    try DeepLinkRouter.example().route(Array(text.utf8).span).get()
  }

  @Test(arguments: ["exp=1", "kid=k1", "n=abc", "sig=x", "sig", "utm_id=1&n=", "n=?/:@!$'()*+,;=="])
  func `any of our own keys makes a link signed`(_ query: String) throws {
    #expect(try link("\(Self.start)?\(query)").isSigned)
  }

  @Test(arguments: ["", "?utm_source=mail", "?utm_source=sig&gclid=exp=1"])
  func `trackers do not make a link signed`(_ query: String) throws {
    #expect(try !link(Self.start + query).isSigned)
  }

  @Test(arguments: ["exp", "kid", "n", "sig"])
  func `our own keys stand once and are never encoded`(_ key: String) throws {
    let router = try DeepLinkRouter.example()
    #expect(router.reason("\(Self.start)?\(key)=1&\(key)=1") == "duplicate_param")
    #expect(router.reason("\(Self.start)?\(key)=1&utm_id&\(key)") == "duplicate_param")
    #expect(router.reason("\(Self.start)?\(key)=%31") == "percent_encoded")
    #expect(router.reason("\(Self.start)?\(key)%3D1") == "unexpected_query")
  }

  @Test func `every tracker is dropped and listed in the order of the link`() throws {
    let keys = [
      "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id", "gclid",
      "fbclid", "msclkid", "mc_cid", "mc_eid",
    ]
    for order in [keys, keys.reversed(), ["gclid", "gclid"]] {
      let text = "\(Self.start)?kid=a&" + order.map { "\($0)=%zz=1" }.joined(separator: "&") + "&n"
      #expect(try link(text).droppedTrackers(in: text.utf8.span) == order)
    }
  }

  @Test(arguments: ["utm_", "utm_sources", "xutm_source", "Utm_source", "aaaaaaaaaaaaaaaaaaaan"])
  func `nearly a tracker is an unknown key`(_ key: String) throws {
    #expect(try DeepLinkRouter.example().reason("\(Self.start)?\(key)=1") == "unexpected_query")
  }

  @Test func `the id is found by its offsets and keeps its case`() throws {
    let text = "KEYWAY://UNLOCK/Front-Door"
    let found = try link(text)
    #expect(found.id == 16..<26)
    #expect(found.id(in: text.utf8.span) == "Front-Door")
  }

  @Test func `other bytes than those parsed do not trap`() throws {
    let found = try link("\(Self.start)?utm_source=mail")
    let others: [[UInt8]] = [[], [0xFF], Array(repeating: 0x80, count: 60)]
    for other in others {
      #expect(found.id(in: other.span) == "")
      #expect(found.droppedTrackers(in: other.span) == [])
    }
  }
}
