import KeywayCrypto
import Testing

@Suite struct ConstantTimeTests {
  @Test func `one differing byte anywhere, or another length, is unequal`() {
    let zeros = [UInt8](repeating: 0, count: 32)
    for index in 0..<32 {
      var bytes = zeros
      bytes[index] = 1
      let isEqual = constantTimeEquals(bytes.span, zeros.span)
      #expect(!isEqual)
    }
    let same = constantTimeEquals(zeros.span, [UInt8](repeating: 0, count: 32).span)
    let shorter = constantTimeEquals(zeros.span, [UInt8]().span)
    let empty = constantTimeEquals([UInt8]().span, [UInt8]().span)
    #expect(same && empty && !shorter)
  }
}
