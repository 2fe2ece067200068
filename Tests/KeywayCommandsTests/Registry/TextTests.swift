import Foundation
import KeywayCore
import Testing

@Suite struct TextTests {
  /// Emoji with joiners, right to left, quotes, four bytes, a line feed, both forms of é.
  static let texts = [
    "👨‍👩‍👧 玄関", "מפתח ראשי \u{200F}1", #"say "hi" \ 'there'"#, "𠮷野家", "two\nlines", "e\u{301}é",
  ]

  @Test(arguments: texts)
  func `texts come back unchanged`(_ text: String) throws {
    let program = try Program()
    let name = JSONValue.string(text)
    let site: JSONValue = .object([
      "keyway": .integer(1),
      "doors": .array([
        .object([
          "id": .string("d"), "name": name, "timeZone": .string("Asia/Tokyo"),
        ])
      ]),
      "holders": .array([.object(["id": .string("h"), "name": name])]),
      "devices": .array([.object(["id": .string("p"), "holder": .string("h")])]),
      "keys": .array([
        .object([
          "id": .string("k"), "door": .string("d"), "holder": .string("h"), "name": name,
          "shortcut": .object(["subtitle": name, "userInfo": .object([text: name])]),
        ])
      ]),
    ])
    let file = String(decoding: CanonicalJSON.bytes(of: site), as: UTF8.self)
    let imported = try program.run("import", "-", input: file)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try program.object("holder", "show", "h")["name"] == name)
    let key = try program.object("key", "show", "k")
    #expect(key["name"] == name)
    #expect(key.at("shortcut.subtitle") == name)
    let other = try Program()
    let exported = try program.exported()
    #expect(
      try other.run("import", "-", input: String(decoding: exported, as: UTF8.self)).status == 0)
    #expect(try other.exported() == exported)
    let set = try program.run("shortcut", "issue", "p").object
    guard case .array(let items)? = set["items"], case .object(let item)? = items.first else {
      Issue.record("no item")
      return
    }
    #expect(item["localizedTitle"] == name)
    #expect(item["localizedSubtitle"] == name)
    #expect(item.at("userInfo")?.member(text) == name)
  }

  @Test func `people see no control characters`() throws {
    let program = try Program()
    try program.succeed("holder", "add", "h", "--name", "two\nlines")
    let run = try program.run("holder", "list")
    #expect(run.lines.count == 2)
    #expect(run.output.contains(#"two\u{a}lines"#))
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }
}
