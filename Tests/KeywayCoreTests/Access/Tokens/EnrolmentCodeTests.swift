import KeywayCore
import Testing

@Suite struct EnrolmentCodeTests {
  @Test func `50 bits are two groups of five characters`() {
    #expect(EnrolmentCode(random: [0, 0, 0, 0, 0, 0, 0]).text == "00000-00000")
    #expect(EnrolmentCode(random: [255, 255, 255, 255, 255, 255, 255]).text == "zzzzz-zzzzz")
    #expect(EnrolmentCode(random: [0, 0, 0, 0, 0, 0, 31]).text == "00000-0000z")
  }

  @Test(arguments: ["abcd1-20x9z", "ABCD120X9Z", " abcd1 20x9z ", "abcdi-2ox9z", "ABCDL-2OX9Z"])
  func `it is read as a person types it`(_ text: String) throws {
    #expect(try #require(EnrolmentCode(typed: text)).text == "abcd1-20x9z")
  }

  @Test(arguments: [
    "", "-", "abcd1-20x9", "abcd1-20x9zz", "abcd1-20x9u", "abcd1_20x9z", "é0000-00000",
  ])
  func `what is no code is none`(_ text: String) {
    #expect(EnrolmentCode(typed: text) == nil)
  }

  @Test func `what is made is read back`() throws {
    for seed in 0..<200 {
      let random = (0..<7).map { UInt8(truncatingIfNeeded: seed &* 37 &+ $0 &* 101) }
      let code = EnrolmentCode(random: random)
      #expect(EnrolmentCode(typed: code.text) == code)
    }
  }

  @Test func `no message can hold it by mistake`() {
    let code = EnrolmentCode(random: [255, 255, 255, 255, 255, 255, 255])
    for text in ["\(code)", String(reflecting: code)] { #expect(!text.contains("zzz")) }
  }

  @Test func `the link that shows it is no tap, and the log would keep nothing of the code`() throws
  {
    let links = try LinkConfiguration(schemes: ["keyway", "other"], hosts: ["keyway.example"])
    let code = EnrolmentCode(random: [255, 255, 255, 255, 255, 255, 255])
    let link = links.link(toEnrol: Device.ID(trusted: "phone-1"), code: code)
    #expect(link == "keyway://enrol/phone-1?code=zzzzz-zzzzz")
    let answer = DeepLinkRouter(links).route(link.utf8.span)
    #expect(answer == .failure(.unknownCommand))
    #expect(!link.prefix { !"?#@".contains($0) }.contains("zzz"))
  }
}
