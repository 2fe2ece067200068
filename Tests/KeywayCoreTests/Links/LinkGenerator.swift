/// Inputs near the grammar, from a seed: noise, damaged good links, and parts put together anew.
struct LinkGenerator {
  private var random: SplitMix64

  private static let good = [
    "keyway://unlock/front-door", "KEYWAY://open/Search_1", "xxx/front-door", "xxx/0042",
    "https://keyway.example/u/front-door", "https://keyway.example/u/a?utm_source=mail&fbclid=x",
    "https://Keyway.Example/u/k1?exp=1&kid=2&n=3&sig=4",
  ].map { Array($0.utf8) }
  private static let spices = Array(":/?#%@[].uUx&=-_a1\\\"<>^`{|} \u{0}\u{1F}\u{7F}é~!~}{".utf8)
  private static let starts = [
    "keyway://", "https://", "xxx/", "Keyway://", "HTTPS://", "keyway:", "keyway:/", "http://",
    "1:", "k%65yway://", "%78xx/", "yyy/", "xxx", "XXX/", ":", "//", "k.e+y-://", "",
  ]
  private static let authorities = [
    "unlock", "open", "keyway.example", "KEYWAY.EXAMPLE", "UNLOCK", "close", "evil.example",
    "a@unlock", "unlock:1", "[::1]", "un%6Cock", "", "[@:%", "@:", "keyway.example.", "unlockk",
  ]
  private static let segments = [
    "u", "U", "front-door", "a", "-a", "a.b", ".", "..", "...", "", "%2e", "a:b", "_",
    String(repeating: "a", count: 64), String(repeating: "a", count: 65),
  ]
  private static let parameters = [
    "exp=1", "kid=k", "n=1", "sig=x", "sig", "n=%41", "utm_source=a%20b", "fbclid", "gclid=",
    "utm_id=1", "mc_eid=?/:@", "url=1", "EXP=1", "", "utm_campaignx=1", "=1",
    "aaaaaaaaaaaaaaaautm_id",
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func next() -> [UInt8] {
    switch random.below(200) {
    case 0: return Array(repeating: random.pick(Self.spices), count: 2040 + random.below(16))
    case 1..<10: return (0..<random.below(24)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 10..<20: return (0..<random.below(24)).map { _ in random.pick(Self.spices) }
    case 20..<100: return damaged()
    default: return Array(spliced().utf8)
    }
  }

  private mutating func damaged() -> [UInt8] {
    var link = random.pick(Self.good)
    for _ in 0...random.below(3) {
      let place = random.below(link.count)
      switch random.below(5) {
      case 0: link.remove(at: place)
      case 1: link.insert(random.pick(Self.spices), at: place)
      case 2: link.insert(link[place], at: place)
      case 3: link.removeSubrange(place...)
      default: link[place] = random.pick(Self.spices)
      }
      if link.isEmpty { break }
    }
    return link
  }

  private mutating func spliced() -> String {
    var link = likely(Self.starts, first: 3)
    if link.hasSuffix("://") {
      link += likely(Self.authorities, first: 3)
      if random.below(8) > 0 { link += "/" }
    }
    if link.lowercased().hasPrefix("https"), random.below(5) > 0 { link += "u/" }
    link += (0...random.below(4) / 2).map { _ in likely(Self.segments, first: 4) }
      .joined(separator: "/")
    if random.below(3) == 0 {
      let parameters = (0...random.below(4)).map { _ in likely(Self.parameters, first: 13) }
      link += "?" + parameters.joined(separator: "&")
    }
    return random.below(12) == 0 ? link + random.pick(["#", "#?", "?", "/", "#a/b"]) : link
  }

  /// Three times in four one of the first `count`, so that good parts meet often.
  private mutating func likely(_ parts: [String], first count: Int) -> String {
    parts[random.below(random.below(4) > 0 ? count : parts.count)]
  }
}
