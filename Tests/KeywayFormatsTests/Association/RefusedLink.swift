import Testing

/// A link that the router refuses, and what iOS does with it by our file.
struct RefusedLink: Sendable, CustomTestStringConvertible {
  let link: String
  let reason: String
  let outcome: AppleRules.Outcome

  init(_ rest: String, _ reason: String, _ outcome: AppleRules.Outcome) {
    link = rest.contains("://") ? rest : "https://keyway.example" + rest
    self.reason = reason
    self.outcome = outcome
  }

  var testDescription: String { link.count > 80 ? "\(reason), \(link.count) bytes" : link }

  /// Why links are refused that the file lets through: all the reasons that there are.
  static let reasons = Set(all.filter { $0.outcome == .match }.map(\.reason))

  static let all = [
    // The app is opened, and the router refuses what it is given.
    Self("/u/k1/", "trailing_slash", .match), Self("//u/k1", "empty_segment", .match),
    Self("/u/k1//", "empty_segment", .match), Self("/u/-k1", "bad_id_char", .match),
    Self("/u/k.1", "bad_id_char", .match), Self("/u/k1:2", "bad_id_char", .match),
    Self("/u/" + String(repeating: "a", count: 65), "id_too_long", .match),
    Self("/u/..", "dot_segment", .match), Self("/u/k1?", "unexpected_query", .match),
    Self("/u/k1?x=1", "unexpected_query", .match), Self("/u/k1?n=1&n=2", "duplicate_param", .match),
    Self("/u/k1?sig=%41", "percent_encoded", .match), Self("/u/k1#", "unexpected_fragment", .match),
    Self("http://keyway.example/u/k1", "scheme_not_allowed", .match),
    Self("https://keyway.example:443/u/k1", "port", .match),
    Self("https://me@keyway.example/u/k1", "userinfo", .match),
    Self("/u/" + String(repeating: "a", count: 3_000), "too_long", .match),
    // Left to the browser.
    Self("/u/a/b", "extra_segment", .excluded), Self("/u//k1", "empty_segment", .excluded),
    Self("/u/a%2Fb", "percent_encoded", .excluded), Self("/u/%6B1", "percent_encoded", .excluded),
    Self("/u/k1#x", "unexpected_fragment", .excluded),
    Self("/u/k1?utm_id=1#x", "unexpected_fragment", .excluded),
    // None of the app's links.
    Self("", "missing_id", .noMatch), Self("/", "missing_id", .noMatch),
    Self("/u", "missing_id", .noMatch), Self("/u/", "empty_id", .noMatch),
    Self("/u//", "empty_segment", .noMatch), Self("/U/k1", "unknown_command", .noMatch),
    Self("/v/k1", "unknown_command", .noMatch), Self("/%75/k1", "percent_encoded", .noMatch),
    Self("https://other.example/u/k1", "host_mismatch", .noMatch),
  ]
}
