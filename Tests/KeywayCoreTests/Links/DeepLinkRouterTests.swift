import KeywayCore
import Testing

@Suite struct DeepLinkRouterTests {
  @Test func `the table of cases is there`() {
    #expect(LinkVector.all.count == 108)
  }

  @Test(arguments: LinkVector.all)
  func `each case of the table gets its answer`(_ vector: LinkVector) throws {
    let router = try DeepLinkRouter.example()
    switch router.route(vector.input.span) {
    case .success(let link):
      #expect(vector.reason == "ok")
      #expect(link.id(in: vector.input.span) == vector.resolved)
    case .failure(let rejection):
      #expect(rejection.rawValue == vector.reason)
      #expect(vector.resolved == nil)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `any bytes get the one answer of the grammar`(_ seed: UInt64) throws {
    let router = try DeepLinkRouter.example()
    let oracle = LinkOracle()
    var generator = LinkGenerator(seed: seed)
    var answers: Set<String> = []
    for round in 0..<25_000 {
      let link = generator.next()
      let answer = router.answer(link)
      guard answer == oracle.answer(link) else {
        let text = String(decoding: link, as: UTF8.self).debugDescription
        Issue.record("seed \(seed), round \(round): \(answer) for \(text)")
        return
      }
      answers.insert(answer)
    }
    let reasons = Set(LinkRejection.allCases.map(\.rawValue))
    #expect(answers.isSuperset(of: reasons), "seed \(seed): \(reasons.subtracting(answers))")
    #expect(answers.subtracting(reasons).count > 50, "seed \(seed): too few good links")
  }

  @Test(arguments: 0...255 as ClosedRange<UInt8>)
  func `every byte is judged alike at every place`(_ byte: UInt8) throws {
    let router = try DeepLinkRouter.example()
    let oracle = LinkOracle()
    for length in [0, 1, 15, 16, 31, 32, 33, 60, 63] {
      let link = Array("xxx/".utf8) + Array(repeating: UInt8(ascii: "a"), count: length)
      for place in [4, 4 + length / 2, 4 + length] {
        var spoilt = link
        spoilt.insert(byte, at: place)
        #expect(router.answer(spoilt) == oracle.answer(spoilt))
      }
    }
  }

  @Test func `only links of 1 to 2,048 bytes are looked at`() throws {
    let router = try DeepLinkRouter.example()
    let start = "https://keyway.example/u/a?utm_source="
    let longest = start + String(repeating: "b", count: 2048 - start.utf8.count)
    #expect(router.reason("") == "empty_input")
    #expect(router.reason(longest) == nil)
    #expect(router.reason(longest + "b") == "too_long")
  }
}
