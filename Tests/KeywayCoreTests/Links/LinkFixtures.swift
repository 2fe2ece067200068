import KeywayCore

/// The configuration that url-cases.tsv speaks of.
let exampleConfiguration = Result { try LinkConfiguration(hosts: ["keyway.example"]) }

extension DeepLinkRouter {
  static func example() throws -> Self {
    Self(try exampleConfiguration.get())
  }

  /// The reason code, or nil when the link is taken.
  func reason(_ link: String) -> String? {
    reason(Array(link.utf8))
  }

  func reason(_ link: [UInt8]) -> String? {
    switch route(link.span) {
    case .success: nil
    case .failure(let rejection): rejection.rawValue
    }
  }

  /// The whole answer in one line, as `LinkOracle` writes it.
  func answer(_ link: [UInt8]) -> String {
    switch route(link.span) {
    case .failure(let rejection): return rejection.rawValue
    case .success(let deepLink):
      let words: [String] = [
        deepLink.form.rawValue, deepLink.command.rawValue, deepLink.id(in: link.span),
        deepLink.isSigned ? "signed" : "unsigned",
      ]
      return (words + deepLink.droppedTrackers(in: link.span)).joined(separator: " ")
    }
  }
}

/// Steele, Lea and Flood's SplitMix64: small, seeded, the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
