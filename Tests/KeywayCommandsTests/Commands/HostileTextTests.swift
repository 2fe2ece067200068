import Foundation
import KeywayCore
import Testing

/// Texts that look like markup, escapes or the end of something, through every way out and back.
@Suite struct HostileTextTests {
  private static let pieces = [
    "\"", "</x>", "]]>", "\n", "\u{202E}", "\u{200F}", "👩‍👩‍👧", "&amp;", "鍵", "e\u{301}", "\\",
    "\\u0041",
    "%2F", "$(X)", "'", "\u{FEFF}", "\u{2028}", "{", "a", " ",
  ]

  private struct Site {
    let text: String
    let names: [String]
    let infos: [String]
  }

  private static func text(most: Int, using dice: inout SeededNumbers) -> String {
    var text = "x"
    for _ in 0..<Int.random(in: 1..<(most > 255 ? 3_000 : 20), using: &dice) {
      let piece = pieces[Int.random(in: 0..<pieces.count, using: &dice)]
      if text.utf8.count + piece.utf8.count <= most { text += piece }
    }
    return text
  }

  private static func site(using dice: inout SeededNumbers) -> Site {
    let names = (0..<3).map { "N\($0)" + text(most: 250, using: &dice) }
    let infos = (0..<3).map { _ in text(most: 10_000, using: &dice) }
    let keys = zip(names, infos).enumerated().map { number, texts in
      JSONValue.object([
        "id": .string("k\(number)"), "door": .string("d"), "name": .string(texts.0),
        "shortcut": .object([
          "subtitle": .string(texts.0), "userInfo": .object(["x\(texts.0)": .string(texts.1)]),
        ]),
        "localizations": .object(["ja": .object(["name": .string("ja" + texts.0.prefix(20))])]),
      ])
    }
    let action: JSONObject = [
      "type": .string("t" + names[0].replacing("\n", with: "")), "title": .string(names[1]),
      "screen": .string("s"), "static": .bool(true), "userInfo": .object(["y": .string(infos[0])]),
    ]
    let site: JSONObject = [
      "keyway": .integer(1),
      "doors": .array([
        .object([
          "id": .string("d"), "name": .string(names[2]),
          "site": .string(names[1].replacing("\n", with: "")),
          "timeZone": .string("Asia/Tokyo"),
        ])
      ]),
      "devices": .array([.object(["id": .string("p"), "shortcutLimit": .string("all")])]),
      "keys": .array(keys), "actions": .array([.object(action)]),
    ]
    return Site(
      text: String(decoding: CanonicalJSON.bytes(of: .object(site)), as: UTF8.self), names: names,
      infos: infos)
  }

  @Test(.enabled(if: Python.isInstalled, "needs the package python3"))
  func `random sites come back as they were from every export`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the hostile sites: \(seed)")
    var dice = SeededNumbers(state: seed)
    for _ in 0..<8 {
      let site = Self.site(using: &dice)
      let (one, two) = (try Program(), try Program())
      try one.succeed("import", "-", input: site.text)
      let whole = try one.succeed("export")
      try two.succeed("import", "-", input: whole.output)
      #expect(try two.succeed("export").bytes == whole.bytes, "seed \(seed)")

      let plist = two.scratch.file("Info.plist")
      try Data(try one.succeed("shortcut", "export", "--as", "info-plist").bytes)
        .write(to: URL(fileURLWithPath: plist))
      let again = try two.succeed("shortcut", "import", plist, "--format", "json")
      #expect(try two.succeed("export").bytes == whole.bytes, "seed \(seed): \(again.output)")

      let file = one.scratch.file("items.json")
      let items = try one.succeed("shortcut", "export", "--as", "ios-json", "p")
      try Data(items.bytes).write(to: URL(fileURLWithPath: file))
      let expected = CanonicalJSON.bytes(
        of: .array(
          zip(site.names, site.infos).map { name, info in
            .array([.string(name), .string(name), .string(info)])
          }))
      let line = """
        texts = [[i['localizedTitle'], i['localizedSubtitle'], i['userInfo']['x' + \
        i['localizedTitle']]] for i in d]
        print(json.dumps(texts, ensure_ascii=False, separators=(',', ':')))
        """
      let read = try Python.run(line, file)
      #expect(try JSONValue(parsing: read.utf8.span).canonical == expected, "seed \(seed)")
    }
  }
}

/// Numbers that follow from a seed (xorshift64*).
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

extension JSONValue {
  fileprivate var canonical: [UInt8] { CanonicalJSON.bytes(of: self) }
}
