import Foundation
import KeywayCore
import Testing

@Suite struct Base64Tests {
  @Test func `the vectors of RFC 4648, section 10, hold`() {
    let vectors = [
      "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
      "foobar": "Zm9vYmFy",
    ]
    for (plain, encoded) in vectors {
      #expect(Base64.encode(Array(plain.utf8)) == encoded)
      #expect(Base64.decode(encoded.utf8.span) == Array(plain.utf8))
    }
  }

  @Test(arguments: [
    "A", "AA", "AAA", "A===", "====", "=AAA", "A=AA", "AA=A", "AA==AA==", "AAA=AAAA", "AB==",
    "AAB=", "AA==\n", " AA==", "AA\n==", "-_8=", "AA=", "AAAAA", "ＡＡ==", "AA\u{0}=",
  ])
  func `everything that encoding would not write is refused`(_ text: String) {
    #expect(Base64.decode(text.utf8.span) == nil)
  }

  @Test func `random bytes come back, and read the same elsewhere`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let text = Base64.encode(bytes)
      #expect(text == Data(bytes).base64EncodedString(), "seed \(seed)")
      #expect(Base64.decode(text.utf8.span) == bytes, "seed \(seed)")
    }
  }
}
