import Testing

@testable import KeywayCommands

@Suite struct SuggestionTests {
  @Test(arguments: [
    SuggestionVector("isue", "issue"), SuggestionVector("sisue", "issue"),
    SuggestionVector("ISSUE", "issue"), SuggestionVector("lsit", "list"),
    SuggestionVector("rev", "revoke"), SuggestionVector("ls", nil), SuggestionVector("", nil),
    SuggestionVector("-", nil), SuggestionVector("list", nil), SuggestionVector("frobnicate", nil),
    SuggestionVector(String(repeating: "x", count: 10_000), nil),
  ])
  func `the nearest word within two slips, else one that begins alike`(_ vector: SuggestionVector) {
    let words = ["issue", "list", "revoke"]
    #expect(Suggestion.nearest(to: vector.typed, among: words) == vector.expected)
  }

  @Test(arguments: [
    DistanceVector("", "", 0), DistanceVector("a", "", 1), DistanceVector("ab", "ba", 1),
    DistanceVector("kitten", "sitting", 3), DistanceVector("ca", "abc", 3),
  ])
  func `a swap of neighbours is one slip`(_ vector: DistanceVector) {
    let (left, right) = (Array(vector.left.unicodeScalars), Array(vector.right.unicodeScalars))
    #expect(Suggestion.distance(left, right) == vector.expected)
    #expect(Suggestion.distance(right, left) == vector.expected)
  }
}

struct SuggestionVector: Sendable, CustomTestStringConvertible {
  let typed: String
  let expected: String?
  var testDescription: String { String(typed.prefix(20)) }

  init(_ typed: String, _ expected: String?) {
    (self.typed, self.expected) = (typed, expected)
  }
}

struct DistanceVector: Sendable, CustomTestStringConvertible {
  let left: String
  let right: String
  let expected: Int
  var testDescription: String { "\(left) \(right)" }

  init(_ left: String, _ right: String, _ expected: Int) {
    (self.left, self.right, self.expected) = (left, right, expected)
  }
}
