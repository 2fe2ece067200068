import KeywayCore
import KeywayCrypto
import Testing

@testable import KeywayService

@Suite struct RejectedTextTests {
  @Test(arguments: RejectedLink.all)
  func `what was kept is the start of the link, byte for byte`(_ vector: RejectedLink) throws {
    let text = try present(RejectedText(escaped: vector.kept))
    #expect(vector.bytes.starts(with: text.start))
    let isWhole = vector.bytes == text.start
    let secret = TestHouse.secret
    let hmac = HMACSHA256(key: secret.span).code(for: vector.bytes.span).hex
    let length = Int64(vector.bytes.count)
    #expect(text.isWhole(length: length, hmac: hmac, secret: secret) == isWhole)
    #expect(text.reachesDelimiter == (text.start.count < 256))
  }

  @Test func `a start of the right length that is another text is not whole`() throws {
    let secret = TestHouse.secret
    let hmac = HMACSHA256(key: secret.span).code(for: "xxx/a".utf8.span).hex
    let text = try present(RejectedText(escaped: "xxx/b"))
    #expect(!text.isWhole(length: 5, hmac: hmac, secret: secret))
    let same = try present(RejectedText(escaped: "xxx/a"))
    #expect(same.isWhole(length: 5, hmac: hmac, secret: secret))
    #expect(!same.isWhole(length: 5, hmac: hmac, secret: [1]))
  }

  @Test(arguments: [#"\"#, #"\x"#, #"\x1"#, #"\xg0"#, #"\xa0"#, #"\n"#])
  func `what is not escaped as we do is refused`(_ text: String) {
    #expect(RejectedText(escaped: text) == nil)
  }
}
