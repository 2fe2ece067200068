import Testing

@testable import KeywayFormats

@Suite struct StringsTableTests {
  private static func read(_ text: String) throws -> [String] {
    try StringsTable(parsing: Array(text.utf8)).entries.map { "\($0.key)|\($0.text)" }
  }

  @Test func `keys, texts, comments and escapes are read`() throws {
    let text = #"""
      /* A comment with "quotes" and // slashes */
      "a b" = "say \"hi\" \\ \n\t\r \U00e9 \u{7F}";   // the rest of the line
      plain.key-1/x:$_ = 'single "quoted"';
      "alone";
      "key" = unquoted ;"next"="on the same line";
      "emoji" = "\UD83D\UDD11 \60 \a\?";
      "" = "empty";

      """#
    let entries = try Self.read(text.replacing(#"\u{7F}"#, with: "鍵"))
    #expect(
      entries == [
        "a b|say \"hi\" \\ \n\t\r é 鍵", "plain.key-1/x:$_|single \"quoted\"", "alone|alone",
        "key|unquoted", "next|on the same line", "emoji|🔑 0 \u{7}?", "|empty",
      ])
    #expect(try Self.read("") == [])
    #expect(try Self.read("// only a comment") == [])
  }

  @Test func `UTF-8 and UTF-16 with byte-order marks are read`() throws {
    let text = "\"k\" = \"鍵🔑\";"
    let units = [0xFEFF] + Array(text.utf16)
    let files: [[UInt8]] = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]
    for file in files { #expect(try StringsTable(parsing: file)["k"] == "鍵🔑") }
  }

  @Test func `property lists of texts are tables, too`() throws {
    #expect(try Self.read("<plist><dict><key>k</key><string>v</string></dict></plist>") == ["k|v"])
    #expect(
      Refusal.words { () throws(FormatError) in
        _ = try StringsTable(
          parsing: Array("<dict><key>k</key><integer>1</integer></dict>".utf8))
      } == "the text of 'k' is an integer, not a string")
  }

  @Test(arguments: [
    Refusal("\"a\" = \"b\"", "line 1, column 10: the file ends where ';' is due"),
    Refusal("\"a\" = \"b\"\n\"c\" = \"d\";", "line 2, column 1: expected ';'"),
    Refusal("\"é\" \"b\";", "line 1, column 5: expected '=' or ';'"),
    Refusal("\n\"a = b;", "line 2, column 1: the text has no closing quote"),
    Refusal("a = ;", "line 1, column 5: expected a text"),
    Refusal("= a;", "line 1, column 1: expected a key"),
    Refusal("\"a\" = { b = c; };", "line 1, column 7: expected a text"),
    Refusal("/* x", "line 1, column 1: the comment has no end"),
    Refusal("a = b;\nc = d;\n a = e;", "line 3, column 2: the key 'a' stands twice"),
    Refusal(#""a" = "\u00e9";"#, #"line 1, column 8: \u is no escape"#),
    Refusal(#""a" = "\8";"#, #"line 1, column 8: \8 is no escape"#),
    Refusal(#""a" = "b\qc";"#, #"line 1, column 9: \q is no escape"#),
    Refusal(#""a\x41" = "b";"#, #"line 1, column 3: \x is no escape"#),
    Refusal(#""a" = "\U00g9";"#, #"line 1, column 8: \U wants four"#),
    Refusal(#""a" = "\U-001";"#, #"line 1, column 8: \U wants four"#),
    Refusal(#""a" = "\UD83D";"#, "line 1, column 8: half a character"),
    Refusal(#""a" = "\UD83D\U0041";"#, "line 1, column 8: half a character"),
    Refusal(#""a" = "\UDD11";"#, "line 1, column 8: half a character"),
    Refusal(#""a" = "\351";"#, "line 1, column 8: an octal escape beyond ASCII"),
    Refusal([0x61, 0x0A, 0xE9], "line 2, column 1: is neither UTF-8 nor UTF-16"),
    Refusal("{ \"sourceLanguage\" : \"en\" }", "is a string catalogue"),
    Refusal("<array/>", "is an array, not a dictionary"),
  ])
  func `what is wrong is refused at its place`(_ refusal: Refusal) {
    let words = Refusal.words { () throws(FormatError) in
      _ = try StringsTable(parsing: refusal.bytes)
    }
    #expect(words?.hasPrefix(refusal.words) == true, "\(words ?? "was read")")
  }

  @Test func `what is written is read again`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the random strings tables: \(seed)")
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var table = StringsTable()
      for _ in 0..<20 {
        let control = Unicode.Scalar(UInt8.random(in: 0..<32, using: &dice))
        _ = table.append(
          RandomPropertyList.text(using: &dice) + String(control),
          RandomPropertyList.text(using: &dice))
      }
      let again = try StringsTable(parsing: table.file)
      #expect(again.file == table.file, "seed \(seed)")
      #expect(again.entries.count == table.entries.count, "seed \(seed)")
      for (left, right) in zip(again.entries, table.entries) {
        #expect(left.key.utf8.elementsEqual(right.key.utf8), "seed \(seed)")
        #expect(left.text.utf8.elementsEqual(right.text.utf8), "seed \(seed)")
      }
    }
  }

  @Test func `random changes never trap`() {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the broken strings tables: \(seed)")
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let pieces = [
        "\"", "a", "=", ";", "\\", "\\U", "D83D", "/*", "*/", "//", "\n", "'", "é", "7",
      ]
      let text = (0..<Int.random(in: 0..<12, using: &dice)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &dice)]
      }.joined()
      _ = try? StringsTable(parsing: Array(text.utf8))
    }
  }
}
