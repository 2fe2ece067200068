import Testing

@Suite struct RefusedTests {
  @Test(arguments: Refused.all)
  func `what is refused changes nothing and says why`(_ refused: Refused) throws {
    let program = try Program.seeded()
    let registry = try program.exported()
    let run = try program.run(refused.words, input: [])
    #expect(run.status == refused.status)
    #expect(run.output == "")
    #expect(run.errors.contains(refused.said), "\(run.errors)")
    #expect(try program.exported() == registry)
  }
}
