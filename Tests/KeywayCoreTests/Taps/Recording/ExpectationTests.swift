import KeywayCore
import Testing

@Suite struct ExpectationTests {
  struct Comparison: Sendable, CustomTestStringConvertible {
    let expected: String
    let actual: String
    /// The fields that differ.
    let fields: [String]

    init(_ expected: String, _ actual: String, _ fields: [String] = []) {
      self.expected = expected
      self.actual = actual
      self.fields = fields
    }

    var testDescription: String { "\(expected) / \(actual)" }

    static let all: [Self] = [
      Self("{}", #"{"outcome":"none"}"#),
      Self(#"{"outcome":"none"}"#, #"{"outcome":"none","line":1}"#),
      Self(#"{"outcome":"none"}"#, #"{"outcome":"pending"}"#, ["outcome"]),
      Self(#"{"outcome":"none"}"#, "{}", ["outcome"]),
      Self(#"{"of":null}"#, "{}"),
      Self(#"{"of":null}"#, #"{"of":null}"#),
      Self(#"{"of":null}"#, #"{"of":"a1"}"#, ["of"]),
      Self(#"{"handedOver":null}"#, #"{"handedOver":{}}"#, ["handedOver"]),
      Self(#"{"handedOver":{"key":"k"}}"#, #"{"handedOver":{"door":"d","key":"k"}}"#),
      Self(
        #"{"handedOver":{"key":"k","of":null}}"#, #"{"handedOver":{"key":"K","of":"a"}}"#,
        ["handedOver.key", "handedOver.of"]),
      Self(#"{"handedOver":{"of":null}}"#, "{}", ["handedOver"]),
      Self(#"{"handedOver":{}}"#, #"{"handedOver":null}"#, ["handedOver"]),
      Self(#"{"handedOver":{}}"#, #"{"handedOver":{"key":"k"}}"#),
      Self(
        #"{"published":{"types":["a"]}}"#, #"{"published":{"types":["a","b"],"version":1}}"#,
        ["published.types"]),
      Self(
        #"{"published":{"types":["a","b"]}}"#, #"{"published":{"types":["b","a"],"version":1}}"#,
        ["published.types"]),
      Self(#"{"userInfo":{"a":[{"b":null}]}}"#, #"{"userInfo":{"a":[{}]}}"#, ["userInfo.a"]),
      Self(#"{"userInfo":{"on":true}}"#, #"{"userInfo":{"on":1}}"#, ["userInfo.on"]),
      Self(#"{"screen":"é"}"#, "{\"screen\":\"e\u{301}\"}", ["screen"]),
      Self(
        #"{"reason":"revoked","showing":"k","detail":null}"#, #"{"detail":"key","showing":"k"}"#,
        ["reason", "detail"]),
    ]
  }

  private func object(_ text: String) throws -> JSONObject {
    guard case .object(let object) = try JSONValue(parsing: text.utf8.span) else { return [:] }
    return object
  }

  @Test(arguments: Comparison.all)
  func `only named fields are compared`(_ comparison: Comparison) throws {
    let actual = try object(comparison.actual)
    let differences = Expectation(try object(comparison.expected)).differences(from: actual)
    #expect(differences.map(\.field) == comparison.fields)
  }

  @Test func `a difference has both values`() throws {
    let expectation = Expectation(["of": .null, "key": .string("k")])
    #expect(
      expectation.differences(from: ["of": .string("a")]) == [
        Expectation.Difference(field: "of", expected: .null, actual: .string("a")),
        Expectation.Difference(field: "key", expected: .string("k"), actual: nil),
      ])
  }

  @Test func `fields that no output line has are found`() {
    let known = Dictionary(uniqueKeysWithValues: Expectation.fields.map { ($0, JSONValue.null) })
    var object = JSONObject()
    for (name, value) in known { object[name] = value }
    #expect(Expectation.unknownField(of: object) == nil)
    object["userInfo"] = .object(["whatever": .null])
    object["handedOver"] = .object(["screen": .null])
    #expect(Expectation.unknownField(of: object) == nil)
    object["handedOver"] = .object(["scren": .null])
    #expect(Expectation.unknownField(of: object) == "handedOver.scren")
  }
}
