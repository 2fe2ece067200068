import Foundation
import KeywayCore
import Testing

@Suite struct CanonicalJSONTests {
  private func text(_ value: JSONValue) -> String {
    String(decoding: CanonicalJSON.bytes(of: value), as: UTF8.self)
  }

  @Test(arguments: CanonicalNumber.all)
  func `doubles are laid out as in ECMAScript`(_ number: CanonicalNumber) {
    #expect(text(.real(Double(bitPattern: number.bits))) == number.text)
  }

  @Test func `integers are printed in full`() {
    #expect(
      text(.array([.integer(0), .integer(-10), .integer(.min), .integer(.max)]))
        == "[0,-10,-9223372036854775808,9223372036854775807]")
  }

  @Test func `a real that is not finite is null`() {
    #expect(text(.array([.real(.nan), .real(.infinity), .real(-.infinity)])) == "[null,null,null]")
  }

  /// RFC 8785, section 3.2.2.
  @Test func `the sample of the standard has its canonical form`() throws {
    let sample = #"""
      {
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    let expected =
      #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
      + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    #expect(text(try JSONValue(parsing: sample.utf8.span)) == expected)
  }

  /// RFC 8785, section 3.2.3.
  @Test func `members are sorted by UTF-16 code units`() throws {
    let sample = #"""
      {"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
       "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control",
       "\u00f6":"Latin Small Letter O With Diaeresis"}
      """#
    guard case .object(let object) = try JSONValue(parsing: sample.utf8.span) else { return }
    let printed = CanonicalJSON.bytes(of: .object(object))
    guard case .object(let sorted) = try JSONValue(parsing: printed.span) else { return }
    #expect(
      sorted.members.map(\.key) == ["\r", "1", "\u{80}", "ö", "€", "\u{1F600}", "\u{FB33}"])
  }

  @Test func `the order of names is that of their UTF-16 forms`() {
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50_000 {
      let left = RandomJSON.string(using: &generator)
      let right = RandomJSON.string(using: &generator)
      #expect(
        CanonicalJSON.precedes(left, right) == left.utf16.lexicographicallyPrecedes(right.utf16),
        "seed \(seed): \(left.debugDescription) \(right.debugDescription)")
    }
  }

  @Test func `only quotation marks, backslashes and control characters are escaped`() {
    let expected: [String] = (0..<0x20).map {
      switch $0 {
      case 8: #"\b"#
      case 9: #"\t"#
      case 10: #"\n"#
      case 12: #"\f"#
      case 13: #"\r"#
      default: #"\u00"# + ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }
    }
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap(Unicode.Scalar.init)))
    #expect(text(.string(controls)) == "\"\(expected.joined())\"")
    #expect(text(.string("\"\\/\u{7F}\u{2028}é😀<>&")) == "\"\\\"\\\\/\u{7F}\u{2028}é😀<>&\"")
  }

  @Test func `what was read is printed as the same bytes again`() throws {
    let seed: UInt64 = 22
    var generator = SeededGenerator(seed: seed)
    for round in 0..<50_000 {
      let value = RandomJSON.value(using: &generator)
      let bytes = CanonicalJSON.bytes(of: value)
      let again = try JSONValue(parsing: bytes.span)
      #expect(CanonicalJSON.bytes(of: again) == bytes, "seed \(seed), round \(round)")
    }
  }

  @Test func `every double reads back as itself`() throws {
    let seed: UInt64 = 23
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(Double(text(.real(value))) == value, "seed \(seed)")
    }
  }

  @Test func `strings agree with another reader`() throws {
    let seed: UInt64 = 24
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let string = RandomJSON.string(using: &generator)
      let bytes = CanonicalJSON.bytes(of: .array([.string(string)]))
      let read = try JSONDecoder().decode([String].self, from: Data(bytes))
      #expect(Array((read.first ?? "").utf8) == Array(string.utf8), "seed \(seed)")
    }
  }
}
