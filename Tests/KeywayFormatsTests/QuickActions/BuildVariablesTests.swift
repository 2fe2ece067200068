import Testing

@testable import KeywayFormats

@Suite struct BuildVariablesTests {
  @Test(arguments: [
    ("$(ID).unlock", "com.example.unlock", ""), ("${ID}.unlock", "com.example.unlock", ""),
    ("a$(ID)b${NAME}c", "acom.examplebAppc", ""), ("$(MISSING).x", "$(MISSING).x", "$(MISSING)"),
    ("${MISSING}$(ID)", "${MISSING}com.example", "${MISSING}"),
    ("$(NAME:lower)", "$(NAME:lower)", "$(NAME:lower)"), ("$(NAME:upper)", "APP", ""),
    ("$(ID_$(NAME))", "nested", ""), ("$(NO_$(NAME))", "$(NO_$(NAME))", "$(NO_$(NAME))"),
    ("$(LOOP)", "$(ID)", ""), ("costs $(5)", "costs $(5)", ""), ("$(ID", "$(ID", ""),
    ("$ID", "$ID", ""), ("$()", "$()", ""), ("$(EMPTY)", "", ""), ("100$", "100$", ""),
    ("$(not a name)", "$(not a name)", ""),
  ])
  func `variables with values are replaced, others stay and are told`(
    _ text: String, _ expanded: String, _ unresolved: String
  ) throws {
    let variables = BuildVariables([
      "ID": "com.example", "NAME": "App", "NAME:upper": "APP", "ID_App": "nested",
      "LOOP": "$(ID)", "EMPTY": "",
    ])
    let result = try #require(variables.expand(text, limit: 1000))
    #expect(result.text == expanded)
    #expect(result.unresolved == (unresolved.isEmpty ? [] : [unresolved]))
  }

  @Test(arguments: ["$(", "${", "$(A$("])
  func `a nest without end is left alone, and costs no time`(
    _ start: String
  ) throws {
    let text = String(repeating: start, count: 50_000)
    let closed = text + String(repeating: ")", count: 50_000)
    for text in [text, closed] {
      let result = try #require(BuildVariables([:]).expand(text, limit: text.utf8.count))
      #expect(result.text == text)
      #expect(result.unresolved.count <= BuildVariables.mostUnresolved)
    }
  }

  @Test func `a text ends where its limit is passed`() {
    let variables = BuildVariables(["A": String(repeating: "é", count: 50), "B": "$(A)"])
    #expect(variables.expand("x$(A)", limit: 101)?.text.utf8.count == 101)
    for text in [
      "x$(A)", "$(A)x", "$(A)$(A)", "x$(B)$(A)", "\(String(repeating: "y", count: 101))",
    ] {
      #expect(variables.expand(text, limit: 100) == nil, "\(text)")
    }
    let huge = BuildVariables(["A": String(repeating: "x", count: 1 << 20)])
    #expect(huge.expand(String(repeating: "$(A)", count: 1 << 16), limit: 255) == nil)
    // No variable has so long a name.
    #expect(huge.expand("$(B$(A))", limit: 255)?.text == "$(B$(A))")
  }

  @Test func `a variable without a value is told once, and many are not all told`() throws {
    let same = String(repeating: "$(A)", count: 1000)
    #expect(try #require(BuildVariables([:]).expand(same, limit: 9000)).unresolved == ["$(A)"])
    let many = (0..<1000).map { "$(A\($0))" }.joined()
    let unresolved = try #require(BuildVariables([:]).expand(many, limit: 9000)).unresolved
    #expect(unresolved == (0..<BuildVariables.mostUnresolved).map { "$(A\($0))" })
  }
}
