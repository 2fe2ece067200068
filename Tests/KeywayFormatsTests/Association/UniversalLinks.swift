/// Universal links and others near them, put together from parts, from a seed.
struct UniversalLinks {
  private var random: SplitMix64

  private static let hosts = [
    "keyway.example", "keyway.example", "keyway.example", "Keyway.EXAMPLE", "other.example",
    "a@keyway.example",
  ]
  private static let ids = [
    "k1", "A", "front-door_2", "0042", String(repeating: "z", count: 64),
    String(repeating: "z", count: 65), "-a", "a.b", "a:b", "..", "", "%6B", "k%2F1", "a*",
    "$(digit)",
  ]
  private static let parameters = [
    "exp=1", "kid=k", "n=1", "sig=x_-", "utm_source=a%20b", "fbclid=?/", "gclid", "mc_eid=#", "x=1",
    "utm_campaign=/u/k1", "",
  ]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> String {
    var link = pick(["https", "https", "https", "HTTPS", "http"]) + "://" + pick(Self.hosts)
    link += pick(["/", "/", "/", "/", "//", ""]) + pick(["u/", "u/", "u/", "u/", "U/", "u//", ""])
    link += pick(Self.ids)
    if random.below(6) == 0 { link += "/" + pick(Self.ids) }
    if random.below(2) == 0 {
      link += "?" + (0...random.below(4)).map { _ in pick(Self.parameters) }.joined(separator: "&")
    }
    return random.below(8) == 0 ? link + pick(["#", "#a", "#/u/k1"]) : link
  }

  private mutating func pick(_ words: [String]) -> String { words[random.below(words.count)] }
}

/// Steele, Lea and Flood's SplitMix64: small, seeded, the same on every machine.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
