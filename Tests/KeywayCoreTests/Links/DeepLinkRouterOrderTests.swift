import KeywayCore
import Testing

/// A link with two faults, and the same link without the one that is checked first.
struct OrderVector: Sendable, CustomTestStringConvertible {
  let earlier: String
  let later: String
  let both: String
  let repaired: String

  var testDescription: String { "\(earlier) before \(later): \(both.prefix(60))" }

  init(_ earlier: String, _ later: String, _ both: String, _ repaired: String) {
    self.earlier = earlier
    self.later = later
    self.both = both
    self.repaired = repaired
  }

  private static let web = "https://keyway.example"
  private static let long = String(repeating: "a", count: 65)

  static let all = start + authority + path + query

  private static let start = [
    OrderVector(
      "too_long", "control_char", "\u{1}" + String(repeating: "a", count: 2048),
      "\u{1}" + String(repeating: "a", count: 2047)),
    OrderVector("control_char", "whitespace", "\u{1} ", " \u{1}"),
    OrderVector("whitespace", "non_ascii", " é", "é "),
    OrderVector("non_ascii", "backslash", "é\\", "\\é"),
    OrderVector("backslash", "illegal_char", "\\<", "<\\"),
    OrderVector("illegal_char", "bad_scheme", "1:<", "1:"),
    OrderVector("illegal_char", "percent_encoded", "%<", "%"),
    OrderVector("bad_scheme", "no_authority", "1:a", "keyway:a"),
    OrderVector("percent_encoded", "unknown_form", "%/a", "y/a"),
    OrderVector("scheme_not_allowed", "no_authority", "ftp:a", "keyway:a"),
    OrderVector("unknown_form", "percent_encoded", "y/%", "xxx/%"),
  ]

  private static let authority = [
    OrderVector("no_authority", "percent_encoded", "keyway:/%", "keyway://%"),
    OrderVector("percent_encoded", "userinfo", "keyway://%@a/a", "keyway://a@a/a"),
    OrderVector("userinfo", "host_mismatch", "\(web)@[/a", "https://[/a"),
    OrderVector("userinfo", "host_mismatch", "keyway://[a@b/a", "keyway://[ab/a"),
    OrderVector("host_mismatch", "port", "keyway://[:1/a", "keyway://:1/a"),
    OrderVector("port", "empty_host", "keyway://:/a", "keyway:///a"),
    OrderVector("empty_host", "percent_encoded", "keyway:///%", "keyway://unlock/%"),
    OrderVector("unknown_command", "percent_encoded", "keyway://a/%", "keyway://unlock/%"),
    OrderVector("host_mismatch", "percent_encoded", "https://a/%", "\(web)/%"),
  ]

  private static let path = [
    OrderVector("percent_encoded", "missing_id", "\(web)/%", "\(web)/a"),
    OrderVector("missing_id", "dot_segment", "\(web)/..", "\(web)/../a"),
    OrderVector("missing_id", "unknown_command", "\(web)/a", "\(web)/a/a"),
    OrderVector("dot_segment", "empty_segment", "xxx/..//a", "xxx/a//a"),
    OrderVector("empty_segment", "unknown_command", "\(web)/a//a", "\(web)/a/a"),
    OrderVector("empty_segment", "trailing_slash", "xxx/a//", "xxx/a/"),
    OrderVector("unknown_command", "empty_id", "\(web)/a/", "\(web)/u/"),
    OrderVector("empty_id", "unexpected_query", "xxx/?a", "xxx/a?a"),
    OrderVector("trailing_slash", "extra_segment", "xxx/a/b/", "xxx/a/b"),
    OrderVector("extra_segment", "id_too_long", "xxx/\(long)/b", "xxx/\(long)"),
    OrderVector("id_too_long", "bad_id_char", "xxx/-\(long)", "xxx/-"),
    OrderVector("bad_id_char", "unexpected_query", "xxx/-?", "xxx/a?"),
  ]

  private static let query = [
    OrderVector("unexpected_query", "duplicate_param", "\(web)/u/a?n&n&a", "\(web)/u/a?n&n"),
    OrderVector("unexpected_query", "percent_encoded", "\(web)/u/a?n=%&a", "\(web)/u/a?n=%"),
    OrderVector("duplicate_param", "percent_encoded", "\(web)/u/a?n=%&n", "\(web)/u/a?n=%"),
    OrderVector("percent_encoded", "unexpected_fragment", "\(web)/u/a?n=%#", "\(web)/u/a?n#"),
    OrderVector("unexpected_query", "unexpected_fragment", "xxx/a?#", "xxx/a#?"),
  ]
}

@Suite struct DeepLinkRouterOrderTests {
  @Test(arguments: OrderVector.all)
  func `of two faults the one that is checked first is the reason`(_ vector: OrderVector) throws {
    let router = try DeepLinkRouter.example()
    #expect(router.reason(vector.both) == vector.earlier)
    #expect(router.reason(vector.repaired) == vector.later)
  }
}
