import Testing

@testable import KeywayCommands

@Suite struct ParsingTests {
  @Test(arguments: ParsingVector.all)
  func `arguments become values`(_ vector: ParsingVector) throws {
    let invocation = try Bakery.tree.parse(vector.arguments)
    guard case .run(let command, _) = invocation else {
      Issue.record("not a command")
      return
    }
    var kitchen = Kitchen()
    try command.run(in: &kitchen)
    for expected in vector.expected { #expect(kitchen.done.contains(expected)) }
  }

  @Test(arguments: [
    ["--book", "b", "bread", "list"], ["bread", "--book=b", "list"],
    ["bread", "list", "--book", "b"],
  ])
  func `global options stand before the noun, the verb and the rest`(_ words: [String]) throws {
    let invocation = try Bakery.tree.parse(words)
    guard case .run(_, let arguments) = invocation else {
      Issue.record("not a command")
      return
    }
    #expect(try arguments[Bakery.book] == "b")
    #expect(try arguments[Bakery.format] == .table)
    #expect(arguments.contains(Bakery.book))
    #expect(!arguments.contains(Bakery.format))
    #expect(arguments.path == ["bakery", "bread", "list"])
  }

  @Test func `a change keeps, clears or sets`() {
    #expect(Change<Int>.keep.applied(to: 1) == 1)
    #expect(Change<Int>.clear.applied(to: 1) == nil)
    #expect(Change.set(2).applied(to: nil) == 2)
  }
}

struct ParsingVector: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let expected: [String]
  var testDescription: String { arguments.joined(separator: " ") }

  init(_ arguments: [String], _ expected: [String]) {
    (self.arguments, self.expected) = (arguments, expected)
  }

  /// A command line whose words are divided by spaces.
  init(_ line: String, _ expected: String...) {
    self.init(line.split(separator: " ").map(String.init), expected)
  }

  static let all = [
    Self("bread list", "list"),
    Self(
      "bread bake a --all", "bake a", "oven -", "all true", "grain rye", "minutes 45", "steam -"),
    Self("bread bake a b c --oven 2", "bake a,b,c", "oven 2", "all false"),
    Self("bread bake --oven 2 a --grain wheat b", "bake a,b", "grain wheat"),
    Self("bread bake --oven=2=3 a", "bake a", "oven 2=3"),
    Self("bread bake a --oven=", "oven "),
    Self("bread bake a --all --offset=-3", "offset -3"),
    Self("bread bake a --all --offset -3", "offset -3"),
    Self("bread bake --all -3.5", "bake -3.5"),
    Self("bread bake --all -- --oven -h", "bake --oven,-h"),
    Self("bread bake --all - a -- --", "bake -,a,--"),
    Self("bread bake a --oven -", "oven -"),
    Self("bread bake a --all --without x --without=-y", "without x,-y"),
    Self("bread bake a --all --steam", "steam true"),
    Self("bread bake a --all --no-steam", "steam false"),
    Self("bread edit a", "edit a", "price keep", "label keep"),
    Self("bread edit a --price 3 --label x", "price set(3)", "label set(\"x\")"),
    Self("bread edit a --no-price --no-label", "price clear", "label clear"),
    Self(["bread", "edit", "a", "--price", "", "--label="], ["price clear", "label clear"]),
    Self("bread edit a --price null --label null", "price clear", "label set(\"null\")"),
    Self("bread edit a --remark --label", "remark --label", "label keep"),
    Self("import -", "import -", "book -"),
    Self("--format json import f --book b", "import f", "book b"),
    Self("-- import --book", "import --book"),
    Self("customer greet --loudness 1 Aoi", "greet Aoi", "in -", "at 1"),
    Self("customer greet Aoi german --loudness=9", "in german"),
    Self(["customer", "greet", "e\u{301} 🥐=", "--loudness", "1"], ["greet e\u{301} 🥐="]),
    Self("open --roof", "open "),
    Self("open sun --roof sat --doors", "open sun,sat"),
  ]
}
