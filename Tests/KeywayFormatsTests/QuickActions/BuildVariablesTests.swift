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
  ) {
    let variables = BuildVariables([
      "ID": "com.example", "NAME": "App", "NAME:upper": "APP", "ID_App": "nested",
      "LOOP": "$(ID)", "EMPTY": "",
    ])
    let result = variables.expand(text)
    #expect(result.text == expanded)
    #expect(result.unresolved == (unresolved.isEmpty ? [] : [unresolved]))
  }

  @Test func `a nest without end is left alone`() {
    let text = String(repeating: "$(", count: 10_000) + String(repeating: ")", count: 10_000)
    #expect(BuildVariables([:]).expand(text).text == text)
  }
}
