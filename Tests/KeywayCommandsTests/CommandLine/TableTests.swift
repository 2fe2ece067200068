import Foundation
import Testing

@testable import KeywayCommands

@Suite struct TableTests {
  @Test(arguments: WidthVector.all)
  func `width is counted in columns`(_ vector: WidthVector) {
    #expect(DisplayWidth.of(vector.text) == vector.columns)
  }

  @Test(arguments: EscapeVector.all)
  func `what could harm a terminal is escaped`(_ vector: EscapeVector) {
    #expect(SafeText.escaped(vector.text) == vector.expected)
  }

  @Test func `columns line up under their titles`() throws {
    try Golden.expect(Self.menu.text(colour: false), is: "table")
  }

  @Test func `colour changes no column`() throws {
    let text = Self.menu.text(colour: true)
    #expect(text.contains("\u{1B}[32mfresh\u{1B}[0m"))
    #expect(text.contains("\u{1B}[31mstale\u{1B}[0m"))
    var plain = text
    for code in ["0", "31", "32", "33"] { plain = plain.removing("\u{1B}[\(code)m") }
    #expect(plain == Self.menu.text(colour: false))
  }

  @Test func `a table without rows is empty`() {
    #expect(Table([.init("name")]).text(colour: false) == "")
  }

  @Test(arguments: [0, 1, 999, 1_000, 1_001, 2_500])
  func `a long table is printed as it grows`(_ count: Int) throws {
    let folder = TestFolder()
    let file = try FileDescriptor(opening: folder.path("table"), O_RDWR | O_CREAT)
    let output = Output(
      format: .table, data: ByteWriter(file), messages: .standardError(), noColour: nil)
    var whole = Table([.init("n", .right), .init("name")])
    var stream = TableStream([.init("n", .right), .init("name")], to: output)
    for number in 0..<count {
      whole.add([Table.Cell("\(number % 1_000)"), "rye"])
      try stream.add([Table.Cell("\(number % 1_000)"), "rye"])
    }
    try stream.finish()
    try output.flush()
    let text = try String(contentsOfFile: folder.path("table"), encoding: .utf8)
    #expect(text == whole.text(colour: false))
  }

  private static var menu: Table {
    var table = Table([.init("name"), .init("price", .right), .init("state"), .init("note")])
    table.add(["Baguette", "120", Table.Cell("fresh", tone: .good), "with butter"])
    table.add(["メロンパン", "9", Table.Cell("stale", tone: .bad), ""])
    table.add(["🥐 croissant", "1000", "", "👨‍👩‍👧 family"])
    table.add(["e\u{301}clair", ""])
    table.add(["\u{1B}[31mred\u{7}", "1", Table.Cell("old", tone: .caution), "a", "beyond"])
    return table
  }
}

extension String {
  fileprivate func removing(_ part: String) -> String {
    var (rest, result) = (self[...], "")
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

struct WidthVector: Sendable, CustomTestStringConvertible {
  let text: String
  let columns: Int
  var testDescription: String { "\(text) \(columns)" }

  init(_ text: String, _ columns: Int) { (self.text, self.columns) = (text, columns) }

  static let all = [
    Self("", 0), Self("abc", 3), Self("é", 1), Self("e\u{301}", 1), Self("\u{301}", 0),
    Self("日本", 4), Self("ｱｲ", 2), Self("Ａ", 2), Self("한국", 4),
    Self("\u{1112}\u{1161}\u{11AB}", 2), Self("🥐", 2), Self("👨‍👩‍👧", 2), Self("🇯🇵", 2),
    Self("👍🏽", 2), Self("❤", 1), Self("❤\u{FE0F}", 2), Self("1", 1), Self("ß", 1),
    Self("क्षि", 3), Self("ไทย", 3), Self("שלום", 4), Self("𠮷", 2), Self("→", 1), Self("。", 2),
  ]
}

struct EscapeVector: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: String
  var testDescription: String { expected }

  init(_ text: String, _ expected: String) { (self.text, self.expected) = (text, expected) }

  static let all = [
    Self("Tür 日本 🥐 👨‍👩‍👧", "Tür 日本 🥐 👨‍👩‍👧"), Self("\u{1B}[2J", "\\u{1b}[2J"),
    Self("a\nb\r\t\0", "a\\u{a}b\\u{d}\\u{9}\\u{0}"), Self("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"),
    Self("\u{202E}gpj", "\\u{202e}gpj"), Self("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
    Self("\u{2028}\u{200B}\u{FEFF}", "\\u{2028}\\u{200b}\\u{feff}"),
    Self("\u{61C}\u{3164}", "\\u{61c}\\u{3164}"),
  ]
}
