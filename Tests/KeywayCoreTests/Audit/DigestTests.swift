import KeywayCore
import Testing

@Suite struct DigestTests {
  private let text = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1effaa"
    .prefix(64)

  @Test func `hexadecimal digits round trip, upper case is read`() throws {
    let digest = try #require(Digest(hex: String(text)))
    #expect(digest.hex == text)
    #expect(Digest(hex: text.uppercased()) == digest)
    #expect(digest.bytes[31] == 0xff)
  }

  @Test(arguments: ["", "00", String(repeating: "0", count: 63) + "g"])
  func `anything but 64 hexadecimal digits is refused`(_ text: String) {
    #expect(Digest(hex: text) == nil)
  }

  @Test(arguments: [0, 31, 33])
  func `only 32 bytes make a digest`(_ count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    let digest = Digest(bytes: bytes.span)
    #expect(digest == nil)
  }

  @Test func `one differing byte anywhere makes digests unequal`() {
    let zeros = [UInt8](repeating: 0, count: 32)
    let digest = Digest([32 of UInt8](repeating: 0))
    for index in 0..<32 {
      var bytes = zeros
      bytes[index] = 1
      let other = Digest(bytes: bytes.span)
      #expect(other != nil && other != digest)
      #expect(Set([digest, other]).count == 2)
    }
  }
}
