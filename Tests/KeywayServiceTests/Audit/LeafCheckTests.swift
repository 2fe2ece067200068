import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct LeafCheckTests {
  private let hasher = SHA256Hasher()

  /// Whether an entry with these bytes, rightly hashed, is taken for the one of that number.
  private func carries(_ sequence: Int64, _ body: [UInt8]) -> Bool {
    let leaf = hasher.hash(prefix: 0, body.span).bytes
    let stored = StoredEntry(
      sequence: sequence, leaf: (0..<Digest.byteCount).map { leaf[$0] }, body: body)
    var check = LeafCheck(mark: nil)
    return (try? check.leaf(of: stored)) != nil
  }

  @Test(arguments: 0..<40)
  func `an entry's number is found however much stands around it`(_ length: Int) {
    for text in ["a", "s", "e", "q", ":", "seq", "\\\"seq\\\":", "\"sep\":1,"] {
      let filling = String(repeating: text, count: length)
      let entry = "{\"a\":\"\(filling)\",\"seq\":\(length),\"tap\":\"\(filling)\"}"
      #expect(carries(Int64(length), Array(entry.utf8)), "\(entry)")
      #expect(!carries(Int64(length + 1), Array(entry.utf8)), "\(entry)")
    }
  }

  @Test func `any bytes carry the number that a search place by place finds last`() {
    var random = SeededGenerator(seed: 23)
    let pieces = ["\"", "s", "e", "q", ":", ",", "}", "7", "\"seq\"", "\"seq\":", "\"seq\":7,"]
      .map { Array($0.utf8) }
    var found = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...12, using: &random)
      let body = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      let isCarried = carries(7, body)
      #expect(isCarried == Self.slowlyCarries(7, body), "\(String(decoding: body, as: UTF8.self))")
      if isCarried { found += 1 }
    }
    #expect((1_000..<19_000).contains(found))
  }

  private static func slowlyCarries(_ sequence: Int, _ body: [UInt8]) -> Bool {
    let name = Array("\"seq\":".utf8)
    let places = body.indices.filter { body[$0...].starts(with: name) && $0 + 8 <= body.count }
    guard let last = places.last else { return false }
    let digits = body[(last + name.count)...].prefix { (0x30...0x39).contains($0) }
    let end = last + name.count + digits.count
    guard end < body.count, body[end] == UInt8(ascii: ",") || body[end] == UInt8(ascii: "}") else {
      return false
    }
    return Int(String(decoding: digits, as: UTF8.self)) == sequence
  }
}
