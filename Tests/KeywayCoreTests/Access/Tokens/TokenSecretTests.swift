import KeywayCore
import Testing

@Suite struct TokenSecretTests {
  private static let zeros = TokenSecret(random: [UInt8](repeating: 0, count: 32))
  private static let ones = TokenSecret(random: [UInt8](repeating: 255, count: 32))

  private func isWellFormed(_ text: String) -> Bool { TokenSecret.isWellFormed(text.utf8.span) }

  @Test func `256 bits are a prefix and 52 characters`() {
    #expect(Self.zeros.text == "keyway_" + String(repeating: "0", count: 52))
    #expect(Self.ones.text == "keyway_1" + String(repeating: "z", count: 51))
  }

  @Test func `every random bit is in the text`() {
    var texts: Set<String> = [Self.zeros.text]
    for bit in 0..<256 {
      var random = [UInt8](repeating: 0, count: 32)
      random[bit / 8] = 1 << UInt8(bit % 8)
      texts.insert(TokenSecret(random: random).text)
    }
    #expect(texts.count == 257)
  }

  @Test func `what is made has the form`() {
    #expect(isWellFormed(Self.zeros.text))
    #expect(isWellFormed(Self.ones.text))
  }

  @Test(arguments: [
    "", "keyway_", "Bearer " + zeros.text, zeros.text + "0", String(zeros.text.dropLast()),
    "KEYWAY_" + String(repeating: "0", count: 52), "keyway-" + String(repeating: "0", count: 52),
    "keyway_" + String(repeating: "A", count: 52), "keyway_" + String(repeating: "u", count: 52),
    "keyway_" + String(repeating: "0", count: 51) + "\0",
    "keyway_" + String(repeating: "0", count: 50) + "é",
  ])
  func `anything else has not`(_ text: String) {
    #expect(!isWellFormed(text))
  }

  @Test func `no message can hold it by mistake`() {
    let texts = ["\(Self.ones)", String(reflecting: Self.ones), "\([Self.ones])"]
    for text in texts { #expect(!text.contains("zzz")) }
  }
}
