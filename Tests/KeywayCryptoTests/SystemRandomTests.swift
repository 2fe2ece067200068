import KeywayCore
import KeywayCrypto
import Testing

@Suite struct SystemRandomTests {
  @Test(arguments: [0, 1, 10, 256, 257, 1000])
  func `as many bytes come as were asked for, each time others`(_ count: Int) {
    let random = SystemRandom()
    #expect(random.bytes(count).count == count)
    if count >= 10 { #expect(random.bytes(count) != random.bytes(count)) }
  }

  @Test func `every byte of a long answer is random`() {
    let random = SystemRandom()
    var seen = [UInt8](repeating: 0, count: 1000)
    for _ in 0..<8 {
      for (index, byte) in random.bytes(1000).enumerated() { seen[index] |= byte }
    }
    #expect(seen.allSatisfy { $0 != 0 })
    #expect(Set((0..<100).map { _ in random.next() }).count == 100)
  }
}
