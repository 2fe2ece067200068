import KeywayCore
import Testing

/// The matcher that the other tests go by, held to what is known of Apple's.
@Suite struct AppleRulesTests {
  @Test(arguments: RuleVector.all)
  func `rules decide as Apple's matcher does`(_ vector: RuleVector) throws {
    guard case .array(let rules) = try JSONValue(parsing: vector.rules.utf8.span) else {
      Issue.record("no list of rules")
      return
    }
    let matcher = AppleRules(
      rules: rules.compactMap { rule in
        guard case .object(let rule) = rule else { return nil }
        return rule
      })
    let link = "https://keyway.example" + vector.rest
    #expect(matcher.outcome(link, host: "keyway.example") == vector.outcome)
  }
}

struct RuleVector: Sendable, CustomTestStringConvertible {
  let rules: String
  let rest: String
  let outcome: AppleRules.Outcome

  init(_ rules: String, _ rest: String, _ outcome: AppleRules.Outcome) {
    self.rules = rules
    self.rest = rest
    self.outcome = outcome
  }

  var testDescription: String { "\(rules) \(rest)" }

  private static let web = ##"[{"#":"web","exclude":true},{"/":"/u/?*"}]"##
  private static let version = #"[{"/":"/u/*","?":{"v":"1"}}]"#

  static let all = [
    Self(web, "/u/k7", .match), Self(web, "/u/k7#web", .excluded), Self(web, "/u/", .noMatch),
    Self(version, "/u/k7?v=1&x=2", .match), Self(version, "/u/k7?v=2&v=1", .noMatch),
    Self(#"[{"/":"/u/*"},{"/":"/u/admin*","exclude":true}]"#, "/u/admin", .match),
    Self(#"[{"/":"/u/$(digit)$(digit)"}]"#, "/u/7", .noMatch),
    Self(#"[{"/":"/u/$(digit)$(digit)"}]"#, "/u/77", .match),
    Self(#"[{"/":"/U/*","caseSensitive":false}]"#, "/u/K7", .match),
    Self(#"[{"/":"/U/*"}]"#, "/u/K7", .noMatch),
    Self(#"[{"/":"/u/a b","percentEncoded":false}]"#, "/u/a%20b", .match),
    Self(#"[{"/":"/u/a%20b","percentEncoded":false}]"#, "/u/a%20b", .noMatch),
    Self(#"[{"/":"k/*"}]"#, "/k/a", .match), Self(#"[{"/":"///k/*"}]"#, "/k/a", .match),
    Self(#"[{"/":"/k"}]"#, "/k//", .match), Self(#"[{"/":"/k/"}]"#, "/k", .match),
    Self(#"[{"/":"/k/*"}]"#, "/k", .match), Self(#"[{"/":"/k/????"}]"#, "/k/abc", .noMatch),
    Self(#"[{"/":"/k/*"}]"#, "/k/a/b", .match),
    Self(#"[{"?":{"v":"*"}}]"#, "/k", .match), Self(#"[{"?":{"v":""}}]"#, "/k", .match),
    Self(#"[{"?":{"v":"?*"}}]"#, "/k", .noMatch),
    Self(#"[{"?":{"v":"1","w":true}}]"#, "/k?v=2", .match),
    Self(##"[{"#":"?*"}]"##, "/k", .noMatch), Self(##"[{"#":"?*"}]"##, "/k#", .noMatch),
    Self(#"[{"/":"/u/a/b"}]"#, "/u/a%2Fb", .noMatch),
    Self(#"[{"/":"/u/a%2fb"}]"#, "/u/a%2Fb", .noMatch),
  ]
}
