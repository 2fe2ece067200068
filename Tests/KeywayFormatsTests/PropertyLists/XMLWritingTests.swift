import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct XMLWritingTests {
  @Test func `the form is Apple's`() throws {
    let list = PropertyList.dictionary([
      "a&b": .string("</x>]]>\r\n\t\"'"), "i": .integer(-7), "r": .real(1), "t": .boolean(true),
      "d": .date(Timestamp(milliseconds: 1_772_323_200_000)), "n": .data(Array(0..<60)),
      "l": .array([.array([]), .dictionary([:]), .data([])]),
    ])
    #expect(
      String(decoding: try list.xml(), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a&amp;b</key>
        \t<string>&lt;/x&gt;]]&gt;&#13;
        \t"'</string>
        \t<key>i</key>
        \t<integer>-7</integer>
        \t<key>r</key>
        \t<real>1.0</real>
        \t<key>t</key>
        \t<true/>
        \t<key>d</key>
        \t<date>2026-03-01T00:00:00Z</date>
        \t<key>n</key>
        \t<data>
        \tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEy
        \tMzQ1Njc4OTo7
        \t</data>
        \t<key>l</key>
        \t<array>
        \t\t<array/>
        \t\t<dict/>
        \t\t<data>
        \t\t</data>
        \t</array>
        </dict>
        </plist>

        """)
  }

  @Test func `what XML cannot hold is named`() {
    let list = PropertyList.dictionary([
      "a": .array([.string("x"), .string("\u{1}")]), "b\u{FFFF}": .boolean(true),
      "c": .date(Timestamp(milliseconds: 1)),
    ])
    #expect(list.xmlProblems.map(\.path) == [["a", "1"], ["b\u{FFFF}"], ["c"]])
    #expect(
      list.xmlProblems.map(\.message) == [
        "has the character U+0001, which XML cannot hold",
        "has the character U+FFFF, which XML cannot hold",
        "is the date 1970-01-01T00:00:00.001Z, and XML property lists have whole seconds only",
      ])
    #expect(throws: PropertyListProblem.self) { try list.xml() }
  }

  @Test func `a byte-order mark that begins a text stays there`() throws {
    let list = PropertyList.array([.string("\u{FEFF}a"), .string("\u{FEFF}")])
    #expect(try PropertyList(parsing: list.xml()) == list)
  }

  @Test func `what is written is read again`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the random property lists: \(seed)")
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let list = RandomPropertyList.value(using: &dice)
      let bytes = try list.xml()
      let again = try PropertyList(parsing: bytes)
      #expect(again == list, "seed \(seed)")
      #expect(try again.xml() == bytes, "seed \(seed)")
    }
  }
}
