import Testing

@testable import KeywayCommands

@Suite struct ProblemsTests {
  @Test func `the bakery is declared without mistakes`() {
    #expect(Bakery.tree.problems == [])
  }

  @Test func `mistakes in declarations are found`() {
    let tree = CommandTree<Kitchen>(
      "broken", summary: "", globals: Parameters(Bakery.book),
      nouns: [Noun("bread", summary: "", [BreadList.self, BreadList.self])],
      commands: [Broken.self, Broken.self])
    let problems = [
      "broken: 'broken' is declared twice",
      "broken bread: 'list' is declared twice",
      "broken: '--book' is declared twice",
      "broken: NAMES... stands before another argument",
      "broken: a rule names --other, which is not declared",
      "broken: LAST is required, so a rule about it says nothing",
    ]
    #expect(tree.problems == problems + problems.suffix(4))
  }
}

struct Broken: Command {
  static let name = "broken"
  static let summary = ""
  static let names = Positional.repeated("names", .text, help: "")
  static let last = Positional.required("last", .text, help: "")
  static let book = Flag.present("book", help: "")
  static let other = Flag.present("other", help: "")
  static let parameters = Parameters(names, last, book).atMostOne(of: other, last)
  init(_ arguments: Arguments) {}
  func run(in context: inout Kitchen) {}
}
