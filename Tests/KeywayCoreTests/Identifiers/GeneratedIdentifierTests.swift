import KeywayCore
import Testing

@Suite struct GeneratedIdentifierTests {
  @Test func `the first ten characters are the time, the others random`() {
    let text = GeneratedIdentifier.text(
      at: Timestamp(milliseconds: 0), random: [UInt8](repeating: 0, count: 10))
    #expect(text == String(repeating: "0", count: 26))
    let last = GeneratedIdentifier.text(
      at: Timestamp(milliseconds: 0xFFFF_FFFF_FFFF), random: [UInt8](repeating: 0xFF, count: 10))
    #expect(last == "7" + String(repeating: "z", count: 25))
    // The example of the ULID specification, which orders its bits alike.
    let known = GeneratedIdentifier.text(
      at: Timestamp(milliseconds: 1_469_918_176_385), random: [UInt8](repeating: 0, count: 10))
    #expect(known == "01aryz6s410000000000000000")
  }

  @Test func `ids sort by time whatever the random bytes are`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var previous = ""
    for step in 0..<2_000 {
      let instant = Timestamp(milliseconds: 1_772_438_400_000 + Int64(step))
      let random = (0..<10).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let text = GeneratedIdentifier.text(at: instant, random: random)
      #expect(Identifier<Never>(text) != nil, "seed \(seed)")
      #expect(text.utf8.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".utf8.contains($0) })
      #expect(previous < text, "seed \(seed), step \(step)")
      previous = text
    }
  }

  @Test func `a pseudonym is all random`() {
    let zero = GeneratedIdentifier.pseudonym(random: [UInt8](repeating: 0, count: 16))
    #expect(zero == String(repeating: "0", count: 26))
    let texts = (0..<128).map { bit in
      var random = [UInt8](repeating: 0, count: 16)
      random[bit / 8] = 1 << UInt8(bit % 8)
      return GeneratedIdentifier.pseudonym(random: random)
    }
    #expect(Set(texts).count == 128)
    #expect(texts.allSatisfy { $0.utf8.count == 26 })
  }
}
