import KeywayCore

/// Site files with static actions whose texts look like markup.
enum RandomSite {
  static func text(using dice: inout SeededGenerator) -> String {
    let actions = (0..<Int.random(in: 1..<8, using: &dice)).map { number in
      JSONValue.object(action(number, using: &dice))
    }
    let site: JSONObject = ["keyway": .integer(1), "actions": .array(actions)]
    return site.text
  }

  private static func action(
    _ number: Int, using dice: inout SeededGenerator
  ) -> JSONObject {
    var action: JSONObject = [
      "type": .string("\(number)" + line(using: &dice).replacing("\n", with: "")),
      "title": .string("\(number)" + line(using: &dice)), "screen": .string("screen"),
      "static": .bool(true), "rank": .integer(.random(in: -2...2, using: &dice)),
      "userInfo": .object([
        line(using: &dice): .string(line(using: &dice, most: 10_000)),
        "n" + line(using: &dice): .object([
          "$real": .string("\(Int.random(in: 0..<9, using: &dice)).0")
        ]),
        "d": .object(["$date": .string("2026-03-01T00:00:00Z")]),
        "b": .object(["$data": .string("AAEC")]), "鍵": .integer(7),
      ]),
      "icon": .object(["systemImageName": .string("a<b>&\""), "type": .string("home")]),
    ]
    var texts: JSONObject = ["title": .string("x" + line(using: &dice))]
    if Bool.random(using: &dice) {
      action["subtitle"] = .string("s\(number)" + line(using: &dice))
      texts["subtitle"] = .string(line(using: &dice))
    }
    if Bool.random(using: &dice) {
      action["localizations"] = .object(["ja": .object(texts), "pt-BR": .object(texts)])
    }
    return action
  }

  private static func line(using dice: inout SeededGenerator, most: Int = 200) -> String {
    let pieces = [
      "a", "\"", "</x>", "]]>", "\n", "\u{202E}", "👩‍👩‍👧", "&amp;", "<![CDATA[", "鍵", "e\u{301}",
      "\u{FEFF}", "\\", "\\U0041", ";", "//", "/*", "$(X)", "'",
    ]
    let count = Int.random(in: 1..<(most > 200 ? 3_000 : 12), using: &dice)
    var text = ""
    for _ in 0..<count {
      let piece = pieces[Int.random(in: 0..<pieces.count, using: &dice)]
      if text.utf8.count + piece.utf8.count <= most { text += piece }
    }
    // A name in user info that begins so is a tag.
    return text.utf8.first == UInt8(ascii: "$") ? "x" + text : text
  }
}
