import Testing

@testable import KeywayCommands

@Suite struct HelpTests {
  @Test(arguments: HelpVector.all)
  func `help is made from the declarations`(_ vector: HelpVector) throws {
    let words = vector.line.split(separator: " ").map(String.init)
    guard case .help(let text) = try Bakery.tree.parse(words) else {
      Issue.record("not help")
      return
    }
    try Golden.expect(text, is: vector.golden)
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= 80) }
  }

  @Test func `words are wrapped by their width`() {
    #expect(TextWrap.lines("パン パン パン", width: 9) == ["パン パン", "パン"])
    #expect(TextWrap.lines("a verylongword b", width: 6) == ["a", "verylongword", "b"])
    #expect(TextWrap.lines("  ", width: 6) == [])
  }
}

struct HelpVector: Sendable, CustomTestStringConvertible {
  let line: String
  let golden: String
  var testDescription: String { line }

  static let all =
    [
      "--help", "-h", "help", "--book b --help", "-h --format json", "help --help",
    ].map { Self(line: $0, golden: "program") }
    + ["help bread", "bread --help", "bread -h", "--help bread", "bread help"]
    .map { Self(line: $0, golden: "noun") }
    + [
      "help bread bake", "bread bake --help", "bread bake a b -h --oven", "-h bread bake",
      "bread --help bake --what",
    ].map { Self(line: $0, golden: "command") }
    + [
      Self(line: "help bread edit", golden: "command-edit"),
      Self(line: "help customer greet", golden: "command-greet"),
      Self(line: "help open", golden: "command-open"),
    ]
}
