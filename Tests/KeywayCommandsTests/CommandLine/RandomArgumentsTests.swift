import Testing

@testable import KeywayCommands

@Suite struct RandomArgumentsTests {
  @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
  func `any arguments are a command, help or a usage error`(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var (commands, pages, errors) = (0, 0, 0)
    for round in 0..<5_000 {
      let start = Self.starts.randomElement(using: &random) ?? []
      let words =
        start + (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.word(&random) }
      let context: Comment = "seed \(seed), round \(round): \(words)"
      do {
        switch try Bakery.tree.parse(words) {
        case .help(let text):
          pages += 1
          #expect(text.hasPrefix("usage: bakery"), context)
        case .run(let command, let arguments):
          commands += 1
          var kitchen = Kitchen()
          try command.run(in: &kitchen)
          #expect(!kitchen.done.isEmpty, context)
          #expect(arguments.path.count >= 2, context)
        }
      } catch let error as UsageError {
        errors += 1
        #expect(error.path.first == "bakery" && !error.message.isEmpty, context)
        #expect(SafeText.escaped(error.message) == error.message, context)
      }
    }
    #expect(commands > 50 && pages > 50 && errors > 50, "seed \(seed)")
  }

  private static func word(_ random: inout SplitMix) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: return ["bread", "import", "open", "customer"].randomElement(using: &random) ?? ""
    case 5..<9: return ["list", "edit", "bake", "greet"].randomElement(using: &random) ?? ""
    case 9..<17: return vocabulary.randomElement(using: &random) ?? ""
    default:
      let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 1...0x11_0000, using: &random))
      }
      return ["", "-", "--", "--oven="].randomElement(using: &random).map {
        $0 + String(String.UnicodeScalarView(scalars))
      } ?? ""
    }
  }

  private static let starts = [
    [], ["bread", "bake", "a"], ["bread", "edit"], ["customer", "greet", "a", "--loudness", "1"],
    ["open", "--roof"], ["help"],
  ]

  private static let vocabulary = [
    "", "-", "--", "---", "-h", "-3", "-x", "=", "--=", "--oven", "--all", "--all=", "--oven=1",
    "--grain", "rye", "--no-price", "--price", "null", "--label=", "--steam", "--no-steam",
    "--loudness", "--loudness=3", "7", "--help", "help", "--book", "--format=json", "--roof", "sun",
    "--=\u{301}", "--oven=\u{301}", "-\u{301}",
  ]
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same seed gives the same numbers.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
