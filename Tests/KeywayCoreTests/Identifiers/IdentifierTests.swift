import KeywayCore
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: ["a", "0042", "front-door", "A_b-9", String(repeating: "a", count: 64)])
  func `the grammar takes letters, digits, hyphen and underscore`(_ text: String) {
    #expect(Identifier<Never>(text)?.text == text)
  }

  @Test(arguments: [
    "", "-a", "_a", "a b", "a.b", "é", "e\u{301}", "a/b", "a\n", "\u{212A}", "４２",
    String(repeating: "a", count: 65),
  ])
  func `everything else is refused`(_ text: String) {
    #expect(Identifier<Never>(text) == nil)
  }
}
