import KeywayCore
import KeywayCrypto
import Testing

/// A key, a message and its code, from RFC 4231, section 4.
struct CodeVector: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let key: [UInt8]
  let message: [UInt8]
  let hex: String

  static let all = [
    CodeVector(
      testDescription: "4.2", key: Array(repeating: 0x0b, count: 20),
      message: Array("Hi There".utf8),
      hex: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    CodeVector(
      testDescription: "4.3", key: Array("Jefe".utf8),
      message: Array("what do ya want for nothing?".utf8),
      hex: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    CodeVector(
      testDescription: "4.4", key: Array(repeating: 0xaa, count: 20),
      message: Array(repeating: 0xdd, count: 50),
      hex: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    CodeVector(
      testDescription: "4.7, a key longer than a block", key: Array(repeating: 0xaa, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      hex: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    CodeVector(
      testDescription: "empty key and message", key: [], message: [],
      hex: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
  ]
}

@Suite struct HMACTests {
  @Test(arguments: CodeVector.all)
  func `codes are those of RFC 4231, however often they are asked for`(_ vector: CodeVector) {
    let authenticator = HMACSHA256(key: vector.key.span)
    for _ in 0..<3 {
      let code = authenticator.code(for: vector.message.span)
      #expect(code.hex == vector.hex)
    }
  }
}
