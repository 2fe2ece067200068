import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct XMLReadingTests {
  private static func read(_ text: String) throws -> PropertyList {
    try PropertyList(parsing: Array(text.utf8))
  }

  private static func read(value: String) throws -> PropertyList {
    try read("<plist version=\"1.0\">\(value)</plist>")
  }

  @Test func `types are kept apart`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><!-- a comment --><dict>
        <key>t</key><true/><key>f</key><false></false><key>i</key><integer> -7 </integer>
        <key>r</key><real>1</real><key>s</key><string>a<!-- b -->c<![CDATA[<d>]]>&amp;&#13;
      </string>
        <key>d</key><date>2026-03-01T00:00:00Z</date><key>b</key><data>
          AAEC
          Aw==
        </data><key>a</key><array><string/><dict/></array>
      </dict></plist>
      """
    #expect(
      try Self.read(text)
        == .dictionary([
          "t": .boolean(true), "f": .boolean(false), "i": .integer(-7), "r": .real(1),
          "s": .string("ac<d>&\r\n"), "d": .date(Timestamp(milliseconds: 1_772_323_200_000)),
          "b": .data([0, 1, 2, 3]), "a": .array([.string(""), .dictionary([:])]),
        ]))
  }

  @Test(arguments: [
    ("0", 0), ("+5", 5), ("-0", 0), ("0x7fffffffffffffff", Int64.max),
    ("-0X8000000000000000", .min),
    ("9223372036854775807", .max), ("-9223372036854775808", .min), ("007", 7), ("-0x1F", -31),
  ])
  func `integers are decimal or hexadecimal`(_ text: String, _ number: Int64) throws {
    #expect(try Self.read(value: "<integer>\(text)</integer>") == .integer(number))
  }

  @Test(arguments: [
    ("1", 1), ("-2.50", -2.5), ("1e3", 1000), (".5", 0.5), ("5.", 5), ("+1E-2", 0.01),
    ("5e-324", .leastNonzeroMagnitude), ("-0.0", -0.0),
  ])
  func `reals stay reals`(_ text: String, _ number: Double) throws {
    #expect(try Self.read(value: "<real>\(text)</real>") == .real(number))
  }

  @Test func `pieces of a file are read without a root`() throws {
    let item = PropertyList.dictionary(["a": .integer(1)])
    let text = "<dict><key>a</key><integer>1</integer></dict>"
    #expect(try Self.read(text) == item)
    #expect(try Self.read("<!-- <plist> -->\n\(text)") == item)
    #expect(try Self.read("\(text)\n\(text)") == .array([item, item]))
    #expect(try Self.read("<array>\(text)</array>") == .array([item]))
    #expect(
      try Self.read("\n<key>k</key>\n<array>\(text)</array>")
        == .dictionary(["k": .array([item])]))
    #expect(
      try Self.read("<key>k</key>\(text)<key>l</key><true/>")
        == .dictionary(["k": item, "l": .boolean(true)]))
    #expect(try Self.read("<?xml version=\"1.0\"?>\(text)") == item)
    #expect(try PropertyList(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == item)
  }

  @Test func `UTF-16 with a byte-order mark is read, whole or a piece`() throws {
    for text in [
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>鍵🔑</string></plist>",
      "<string>鍵🔑</string>",
    ] {
      let units = [0xFEFF] + Array(text.utf16)
      let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      #expect(try PropertyList(parsing: big) == .string("鍵🔑"))
      #expect(try PropertyList(parsing: little) == .string("鍵🔑"))
    }
  }

  @Test func `another encoding that is declared is read`() throws {
    let text = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>".utf8)
    #expect(
      try PropertyList(parsing: text + [0xE9] + Array("</string></plist>".utf8)) == .string("é"))
  }

  @Test(arguments: refusals)
  func `what is wrong is refused at its place`(_ refusal: Refusal) {
    let words = Refusal.words { () throws(FormatError) in
      _ = try PropertyList(parsing: refusal.bytes)
    }
    #expect(words?.hasPrefix(refusal.words) == true, "\(words ?? "was read")")
  }

  @Test(arguments: [
    ("integer", "twelve", "'twelve' is no integer"),
    ("integer", "9223372036854775808", "the integer 9223372036854775808 has more than 64 bits"),
    ("real", "nan", "'nan' is no real number"), ("real", "1e999", "the real number 1e999 is too"),
    ("date", "1969-12-31T23:59:59Z", "'1969-12-31T23:59:59Z' is no date"),
    ("date", "10000-01-01T00:00:00Z", "'10000-01-01T00:00:00Z' is no date"),
    ("data", "AAE", "the data are no base 64"),
  ])
  func `a value that cannot be held is read around, and keeps its reason and place`(
    _ element: String, _ text: String, _ words: String
  ) throws {
    let list = try Self.read(
      "<dict><key>a</key>\n <\(element)>\(text)</\(element)><key>b</key><true/></dict>")
    guard case .dictionary(let root) = list, case .unreadable(let error)? = root["a"] else {
      Issue.record("\(list)")
      return
    }
    #expect(error.message.hasPrefix(words))
    #expect(error.place == .text(line: 2, column: 2))
    #expect(root["b"] == .boolean(true))
    #expect(throws: PropertyListProblem(path: ["a"], message: error.messageWithPlace)) {
      try list.xml()
    }
  }

  @Test func `files that are too long are refused`() {
    let bytes = Array(repeating: UInt8(ascii: " "), count: PropertyList.maximumSize + 1)
    #expect(throws: FormatError("is longer than 16 MiB")) { try PropertyList(parsing: bytes) }
  }

  @Test func `random changes of a file never trap`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the random XML: \(seed)")
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = try RandomPropertyList.value(using: &dice).xml()
      for _ in 0..<Int.random(in: 1...4, using: &dice) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
        case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        default: bytes.replaceSubrange(place..<place, with: "<dict><key>".utf8)
        }
      }
      _ = try? PropertyList(parsing: bytes)
    }
  }

  private static let laughs = """
    <?xml version="1.0"?>
    <!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
    <plist><string>&b;</string></plist>
    """
  private static let external = """
    <?xml version="1.0"?>
    <!DOCTYPE plist [<!ENTITY a SYSTEM "file:///etc/passwd">]>
    <plist><string>&a;</string></plist>
    """
  private static let deep =
    String(repeating: "<array>", count: 513) + String(repeating: "</array>", count: 513)

  static let refusals = [
    Refusal("", "is empty"),
    Refusal("hello", "is no property list: neither XML nor binary"),
    Refusal("{ a = b; }", "is a property list in the old ASCII form"),
    Refusal("\n ( a, b )", "is a property list in the old ASCII form"),
    Refusal("<dict>\n  <key>a</key>\n</dict>", "line 1, column 1: the key 'a' has no value"),
    Refusal("<dict><true/></dict>", "line 1, column 7: a value stands without a <key>"),
    Refusal(
      "<dict><key>a</key><true/>\n<key>a</key><true/></dict>",
      "line 2, column 1: the key 'a' stands twice"),
    Refusal("<dict><key>a</key><key>b</key></dict>", "line 1, column 19: the key 'a' has no value"),
    Refusal("<array><key>a</key></array>", "line 1, column 8: a <key> stands outside a <dict>"),
    Refusal("<plist><key>a</key><true/></plist>", "line 1, column 8: a <key> stands outside"),
    Refusal("<key>a</key>", "line 1, column 1: the key 'a' has no value"),
    Refusal("<key>a</key><true/><true/>", "line 1, column 1: has keys and values without keys"),
    Refusal("<plist></plist>", "holds no value"),
    Refusal("<plist><true/>\n<true/></plist>", "line 2, column 1: a second value"),
    Refusal("<plist><plist/></plist>", "line 1, column 8: <plist> stands inside"),
    Refusal("<dict><plist/></dict>", "line 1, column 7: <plist> stands inside"),
    Refusal("<array>x</array>", "line 1, column 8: text stands between"),
    Refusal("<array>\n <set/></array>", "line 2, column 2: <set> is no element"),
    Refusal("<string><b/></string>", "line 1, column 9: <b> stands inside <string>"),
    Refusal("<array a='1'/>", "line 1, column 1: <array> has attributes"),
    Refusal("<true>x</true>", "line 1, column 1: <true> has a text"),
    Refusal("<integer></integer>", "line 1, column 1: '' is no integer"),
    Refusal("<integer>1.5</integer>", "line 1, column 1: '1.5' is no integer"),
    Refusal("<integer>0x</integer>", "line 1, column 1: '0x' is no integer"),
    Refusal(
      "<integer>9223372036854775808</integer>",
      "line 1, column 1: the integer 9223372036854775808 has more than 64 bits"),
    Refusal("<real>nan</real>", "line 1, column 1: 'nan' is no real number"),
    Refusal("<array>\n<true>x</true></array>", "line 2, column 1: <true> has a text"),
    Refusal("<real>-infinity</real>", "line 1, column 1: '-infinity' is no real"),
    Refusal("<real>0x1p3</real>", "line 1, column 1: '0x1p3' is no real"),
    Refusal("<real>1e999</real>", "line 1, column 1: the real number 1e999 is too great"),
    Refusal("<real>1e</real>", "line 1, column 1: '1e' is no real"),
    Refusal("<real>.</real>", "line 1, column 1: '.' is no real"),
    Refusal("<date>2026-03-01</date>", "line 1, column 1: '2026-03-01' is no date"),
    Refusal("<date>2026-02-29T00:00:00Z</date>", "line 1, column 1: '2026-02-29T00:00:00Z' is"),
    Refusal("<date>1969-12-31T23:59:59Z</date>", "line 1, column 1: '1969-12-31T23:59:59Z' is"),
    Refusal("<data>AAE</data>", "line 1, column 1: the data are no base 64"),
    Refusal("<dict>\n<!----->\n</dict>", "line 2, column"),
    Refusal("<dict>\n\n<!-- ----- --></dict>", "line 3, column"),
    Refusal("<dict>", "line 1, column"),
    Refusal("<string>&nbsp;</string>", "line 1, column 9: undefined entity"),
    Refusal(
      "<!DOCTYPE plist SYSTEM \"x.dtd\"><plist><string>&nbsp;</string></plist>",
      "line 1, column 47: the entity '&nbsp;' is not known"),
    Refusal(laughs, "line 2, column 17: the DOCTYPE has declarations of its own"),
    Refusal(external, "line 2, column 17: the DOCTYPE has declarations of its own"),
    Refusal(deep, "line 1, column 3585: more than 512 arrays"),
    Refusal([0x3C, 0xFF, 0x3E], "line 1, column"),
    Refusal([0x3C, 0x00, 0x64, 0x00], "byte 0: is UTF-16 without a byte-order mark"),
    Refusal([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x3C], "byte 4: half a character"),
    Refusal([0xFE, 0xFF, 0x00], "byte 2: half a character"),
  ]
}
