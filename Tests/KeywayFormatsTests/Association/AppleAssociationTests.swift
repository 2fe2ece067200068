import KeywayCore
import Testing

@testable import KeywayFormats

/// The rules of the printed file beside the router, which is the judge.
@Suite struct AppleAssociationTests {
  private static let host = "keyway.example"

  private static func rules() throws -> AppleRules {
    let file = try AppleAssociation.file([AppleAppID(parsing: "TEAMID1234.com.example.app")])
    guard case .object(let root) = try JSONValue(parsing: file.span),
      case .object(let links)? = root["applinks"], case .array(let details)? = links["details"],
      case .object(let detail)? = details.first, case .array(let rules)? = detail["components"]
    else { throw NoRules() }
    return AppleRules(
      rules: rules.compactMap { rule in
        guard case .object(let rule) = rule else { return nil }
        return rule
      })
  }

  private struct NoRules: Error {}

  private static let router = Result {
    DeepLinkRouter(try LinkConfiguration(hosts: [host]))
  }

  /// The reason for which the router refuses a link, or nil.
  private static func refusal(_ link: String) throws -> String? {
    guard case .failure(let rejection) = try router.get().route(Array(link.utf8).span) else {
      return nil
    }
    return rejection.rawValue
  }

  @Test func `every link of the table that the router takes is let through`() throws {
    let rules = try Self.rules()
    let links = LinkTable.links.filter { $0.text.lowercased().hasPrefix("http") }
    #expect(links.count > 20)
    var both: [String] = []
    for link in links {
      let outcome = rules.outcome(link.text, host: Self.host)
      if try Self.refusal(link.text) == nil {
        #expect(outcome == .match, "\(link.id)")
      } else if outcome == .match {
        both.append(link.id)
      }
    }
    // Refused, and let through all the same: the whole list.
    #expect(both == LinkTable.refusedAndMatched)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `every random link that the router takes is let through`(_ seed: UInt64) throws {
    let rules = try Self.rules()
    var generator = UniversalLinks(seed: seed)
    var (taken, letThrough) = (0, Set<String>())
    for round in 0..<20_000 {
      let link = generator.next()
      let outcome = rules.outcome(link, host: Self.host)
      guard let reason = try Self.refusal(link) else {
        taken += 1
        #expect(outcome == .match, "seed \(seed), round \(round): \(link)")
        continue
      }
      if outcome == .match { letThrough.insert(reason) }
    }
    #expect(taken > 500, "seed \(seed)")
    #expect(letThrough.isSubset(of: RefusedLink.reasons), "seed \(seed): \(letThrough)")
  }

  @Test(arguments: RefusedLink.all)
  func `what the router refuses is let through, left to the browser or not ours`(
    _ vector: RefusedLink
  ) throws {
    #expect(try Self.refusal(vector.link) == vector.reason)
    #expect(try Self.rules().outcome(vector.link, host: Self.host) == vector.outcome)
  }
}
