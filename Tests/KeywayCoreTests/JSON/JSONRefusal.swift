import Testing

/// A text that is not strict JSON, and the complaint it gets.
struct JSONRefusal: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let line: Int
  let column: Int
  let message: String

  init(_ text: String, _ line: Int, _ column: Int, _ message: String) {
    self.init(Array(text.utf8), line, column, message)
  }

  init(_ bytes: [UInt8], _ line: Int, _ column: Int, _ message: String) {
    self.bytes = bytes
    self.line = line
    self.column = column
    self.message = message
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  static let all: [Self] = structure + strings + numbers

  private static let structure: [Self] = [
    Self("", 1, 1, "expected a value, but the text ends"),
    Self(" \n ", 2, 2, "expected a value, but the text ends"),
    Self("\u{FEFF}{}", 1, 1, "the text begins with a byte-order mark"),
    Self("{} {}", 1, 4, "text after the value"),
    Self("1\n\n2", 3, 1, "text after the value"),
    Self("[1\n 2]", 2, 2, "expected ',' or ']'"),
    Self("[1,]", 1, 4, "expected a value"),
    Self("[,1]", 1, 2, "expected a value"),
    Self("[1", 1, 3, "expected ',' or ']', but the text ends"),
    Self(#"{"a":1 "b":2}"#, 1, 8, "expected ',' or '}'"),
    Self(#"{"a":1,}"#, 1, 8, "expected a member name in quotes"),
    Self(#"{a:1}"#, 1, 2, "expected a member name in quotes"),
    Self(#"{"a" 1}"#, 1, 6, "expected ':'"),
    Self(#"{"a":}"#, 1, 6, "expected a value"),
    Self("{\"id\":1,\n \"id\":2}", 2, 2, #"the member "id" stands twice"#),
    Self("{\"id\":1,\r\n\t\"\\u0069d\":2}", 2, 2, #"the member "id" stands twice"#),
    Self(#"{"a\n":1,"a\u000a":2}"#, 1, 10, #"the member "a\n" stands twice"#),
    Self("tru", 1, 1, "expected a value"),
    Self("[True]", 1, 2, "expected a value"),
    Self("nul1", 1, 1, "expected a value"),
    Self("'a'", 1, 1, "expected a value"),
    Self("[1]// x", 1, 4, "text after the value"),
    Self("[\u{A0}1]", 1, 2, "expected a value"),
  ]

  private static let strings: [Self] = [
    Self(#""abc"#, 1, 5, "the text ends inside a string"),
    Self(#""abc\"#, 1, 6, "the text ends inside a string"),
    Self("\"a\tb\"", 1, 3, "a control character in a string"),
    Self("\"a\u{0}b\"", 1, 3, "a control character in a string"),
    Self(#""a\x41""#, 1, 3, "an unknown escape in a string"),
    Self(#""\u12g4""#, 1, 2, #"expected four hexadecimal digits after \u"#),
    Self(#""\u12"#, 1, 2, #"expected four hexadecimal digits after \u"#),
    Self(#""\ud800""#, 1, 2, "a lone surrogate in a string"),
    Self(#""\ud800\n""#, 1, 2, "a lone surrogate in a string"),
    Self(#""\ud800\ud800""#, 1, 2, "a lone surrogate in a string"),
    Self(#""é\udc00\ud800""#, 1, 4, "a lone surrogate in a string"),
    Self([0x22, 0xC0, 0x80, 0x22], 1, 2, "the bytes are not UTF-8"),
    Self([0x22, 0xE0, 0x80, 0xAF, 0x22], 1, 2, "the bytes are not UTF-8"),
    Self([0x5B, 0x0A, 0x22, 0xED, 0xA0, 0x80, 0x22], 2, 2, "the bytes are not UTF-8"),
    Self([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, 2, "the bytes are not UTF-8"),
    Self([0x22, 0xC3, 0x22], 1, 2, "the bytes are not UTF-8"),
    Self([0xFF, 0xFE, 0x31, 0x00], 1, 1, "the bytes are not UTF-8"),
  ]

  private static let numbers: [Self] = [
    Self("[01]", 1, 2, "a number with a leading zero"),
    Self("-00", 1, 1, "a number with a leading zero"),
    Self("+1", 1, 1, "expected a value"),
    Self(".5", 1, 1, "expected a value"),
    Self("-", 1, 2, "expected a digit, but the text ends"),
    Self("1.", 1, 3, "expected a digit, but the text ends"),
    Self("[1.e3]", 1, 4, "expected a digit"),
    Self("1e+", 1, 4, "expected a digit, but the text ends"),
    Self("1e+-2", 1, 4, "expected a digit"),
    Self("0x10", 1, 2, "text after the value"),
    Self("NaN", 1, 1, "expected a value"),
    Self("-Infinity", 1, 2, "expected a digit"),
    Self("1e309", 1, 1, "a number too large for a double"),
    Self("-1e400", 1, 1, "a number too large for a double"),
    Self(
      "[9007199254740992]", 1, 2, "an integer outside ±9007199254740991 (RFC 7493, section 2.2)"),
    Self("-9007199254740992", 1, 1, "an integer outside ±9007199254740991 (RFC 7493, section 2.2)"),
    Self(
      String(repeating: "9", count: 400), 1, 1,
      "an integer outside ±9007199254740991 (RFC 7493, section 2.2)"),
  ]
}
