import Foundation
import KeywayCore
import Testing

@Suite struct QuickActionsCommandTests {
  private static let key = "UIApplicationShortcutItem"

  private static func quickActions(_ name: String) -> String {
    Program.recording("../QuickActions/\(name)")
  }

  private static func item(_ type: String, _ title: String = "T", more: String = "") -> String {
    "<dict><key>\(key)Type</key><string>\(type)</string>"
      + "<key>\(key)Title</key><string>\(title)</string>\(more)</dict>\n"
  }

  /// The static actions as the site file has them, without screens and ranks, which are Keyway's.
  private static func staticActions(of program: Program) throws -> [JSONObject] {
    try program.run("action", "list", "--format", "json").objects
      .filter { $0["static"] == .bool(true) }
      .map { action in
        var action = action
        (action["screen"], action["rank"]) = (nil, nil)
        return action
      }
  }

  @Test(arguments: ["smart-lock", "messages"])
  func `an Info.plist written by hand gives the actions of the recording`(_ name: String) throws {
    let (recorded, imported) = (try Program(), try Program())
    try recorded.succeed("import", Program.recording("\(name).site.json"))
    try imported.succeed("shortcut", "import", Self.quickActions("\(name).Info.plist"))
    let actions = try Self.staticActions(of: imported)
    #expect(!actions.isEmpty)
    #expect(try Self.staticActions(of: recorded) == actions)
    // What is exported from either is the same file, and comes in as what is there.
    let file = try recorded.run("shortcut", "export", "--as", "info-plist")
    #expect(file.errors == "")
    #expect(try imported.run("shortcut", "export", "--as", "info-plist").bytes == file.bytes)
    let again = try imported.run(
      ["shortcut", "import", "-", "--format", "json"], input: file.bytes)
    #expect(again.status == 0)
    guard case .array(let entries)? = try again.object["actions"] else { return }
    #expect(entries.count == actions.count)
    for case .object(let entry) in entries { #expect(entry["outcome"] == .string("kept")) }
  }

  @Test(arguments: ["smart-lock", "messages"])
  func `what is exported is the property list that came in, as XML or binary`(
    _ name: String
  ) throws {
    let program = try Program()
    let written = try Data(
      contentsOf: URL(fileURLWithPath: Self.quickActions("\(name).Info.plist")))
    let list = try PropertyListSerialization.propertyList(from: written, format: nil)
    let binary = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let run = try program.run(["shortcut", "import", "-"], input: [UInt8](binary))
    #expect(run.status == 0)
    let exported = try PropertyListSerialization.propertyList(
      from: Data(program.run("shortcut", "export", "--as", "info-plist").bytes), format: nil)
    let items = try [list, exported].map { list in
      try #require((list as? [String: Any])?["UIApplicationShortcutItems"] as? [[String: String]])
    }
    #expect(!items[0].isEmpty)
    #expect(items[0] == items[1])
    let xml = try program.run("shortcut", "import", Self.quickActions("\(name).Info.plist"))
    #expect(xml.lines.dropFirst().allSatisfy { $0.contains(" kept ") })
  }

  @Test func `files in the shapes of public ones come in whole`() throws {
    let program = try Program()
    let run = try program.run(
      "shortcut", "import", Self.quickActions("shapes.plist"), "--define",
      "PRODUCT_BUNDLE_IDENTIFIER=com.example.app")
    #expect(run.status == 0)
    #expect(
      run.output == """
        ITEM  TYPE                     TITLE                                      OUTCOME  ICON                                       OTHER ICONS
           0  com.example.app.compose  SHORTCUT_COMPOSE_TITLE                     added    type UIApplicationShortcutIconTypeCompose
           1  favourites               UIApplicationShortcutItemTitle.Favourites  added    file icons.v2.star
           2  scan                     Scan                                       added    file scan-icon.png                         type UIApplicationShortcutIconTypeCapturePhoto

        """)
    let scan = try program.object("action", "show", "scan")
    #expect(
      scan["userInfo"].map { String(decoding: CanonicalJSON.bytes(of: $0), as: UTF8.self) }
        == #"{"route":{"animated":true,"path":["home","scan"],"speed":{"$real":"1.0"}},"#
        + #""since":{"$date":"2026-03-01T00:00:00.000Z"},"token":{"$data":"AAEC"},"鍵":7}"#)
    #expect(try program.object("action", "show", "favourites")["subtitle"] == .string(""))
  }

  @Test func `of the actions that a file does not have, twenty are named`() throws {
    let program = try Program()
    let items = (10...31).map { Self.item("a\($0)") }
    for (count, rest) in [(21, ""), (22, ", and 1 more")] {
      let all = "<array>\(items.prefix(count).joined())</array>"
      try #require(program.run("shortcut", "import", "-", input: all).status == 0)
      let run = try program.run("shortcut", "import", "-", input: "<array>\(items[0])</array>")
      #expect(run.status == 0)
      let names = (11...30).map { "a\($0)" }.joined(separator: ", ")
      #expect(
        run.errors.hasPrefix(
          "note: static actions that are not in the file stay as they are: \(names)\(rest)\n"))
    }
  }

  @Test func `nothing comes in when one entry is wrong, and its neighbours do when told so`() throws
  {
    let program = try Program()
    let text =
      "<array>\(Self.item("a"))<dict><key>\(Self.key)Type</key><string>b</string></dict>"
      + "\(Self.item("a", "U"))\(Self.item("c", "$(X)"))</array>"
    let errors = """
      standard input: error: UIApplicationShortcutItems[1].\(Self.key)Title: is missing
      standard input: error: UIApplicationShortcutItems[2].\(Self.key)Type: 'a' stands twice, first \
      in UIApplicationShortcutItems[0]
      standard input: warning: UIApplicationShortcutItems[3].\(Self.key)Title: has the build \
      variable $(X), which stays as it is; give its value with --define

      """
    let refused = try program.run("shortcut", "import", "-", input: text)
    #expect(refused.status == 65)
    #expect(refused.output == "")
    #expect(
      Set(refused.errors.split(separator: "\n"))
        == Set(
          (errors + "keyway: standard input: nothing was imported; errors: 2").split(
            separator: "\n")))
    #expect(try program.run("action", "list").output == "")
    let run = try program.run(
      "shortcut", "import", "-", "--keep-going", "--format", "json", input: text)
    #expect(run.status == 1)
    #expect(try run.object["rejected"] == .array([.integer(1), .integer(2)]))
    #expect(try program.column("title", of: "action", "list") == [.string("T"), .string("$(X)")])
  }

  @Test(arguments: [
    ("<date>0001-01-01T00:00:00Z</date>", "'0001-01-01T00:00:00Z' is no date"),
    ("<integer>18446744073709551615</integer>", "the integer 18446744073709551615 has more"),
    ("<integer>twelve</integer>", "'twelve' is no integer"), ("<real>nan</real>", "'nan' is no"),
  ])
  func `a value that cannot be held is named by item and key, and elsewhere no matter`(
    _ value: String, _ words: String
  ) throws {
    let program = try Program()
    let info = "<key>\(Self.key)UserInfo</key><dict><key>never</key>\(value)</dict>"
    let text =
      "<key>Elsewhere</key><array>\(value)</array><key>\(Self.key)s</key>\n"
      + "<array>\(Self.item("a", more: info))\(Self.item("b"))</array>"
    let place = "error: UIApplicationShortcutItems[0].\(Self.key)UserInfo.never: "
    let refused = try program.run("shortcut", "import", "-", input: text)
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("standard input: \(place)\(words)"))
    #expect(refused.errors.contains(" (line 2, column "))
    let run = try program.run("shortcut", "import", "-", "--keep-going", input: text)
    #expect(run.status == 1)
    #expect(try program.column("type", of: "action", "list") == [.string("b")])
    let fine = "<key>Elsewhere</key>\(value)<key>\(Self.key)s</key><array>\(Self.item("c"))</array>"
    #expect(try program.run("shortcut", "import", "-", input: fine).status == 0)
  }

  @Test func `a date that Foundation writes and the years of Keyway do not have is named`() throws {
    let program = try Program()
    let item: [String: Any] = [
      "\(Self.key)Type": "a", "\(Self.key)Title": "A",
      "\(Self.key)UserInfo": ["when": [Date.distantPast]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["\(Self.key)s": [item], "Built": Date.distantPast], format: .binary,
      options: 0)
    let run = try program.run(["shortcut", "import", "-"], input: [UInt8](data))
    #expect(run.status == 65)
    #expect(
      run.errors.contains(
        "UIApplicationShortcutItems[0].\(Self.key)UserInfo.when.0: the date is not in the years "
          + "1970 to 9999 (byte "))
  }

  @Test func `what the registry refuses is left out when told so`() throws {
    let program = try Program.seeded()
    let text = "<array>\(Self.item("k1"))\(Self.item("a"))</array>"
    let refused = try program.run("shortcut", "import", "-", input: text)
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "keyway: UIApplicationShortcutItems[0].\(Self.key)Type: a key has the id 'k1'\n")
    let run = try program.run("shortcut", "import", "-", "--keep-going", input: text)
    #expect(run.status == 1)
    #expect(
      run.errors == "standard input: error: UIApplicationShortcutItems[0].\(Self.key)Type: a key "
        + "has the id 'k1'\n")
    #expect(try program.object("action", "show", "a")["static"] == .bool(true))
  }

  @Test func `six items come in, and that no phone shows them all is said`() throws {
    let program = try Program()
    let items = (0..<6).map { Self.item("\($0)") }.joined()
    let run = try program.run("shortcut", "import", "-", input: "<array>\(items)</array>")
    #expect(run.status == 0)
    #expect(run.lines.count == 7)
    #expect(
      run.errors == "note: there are 6 static actions; phones show the first 4 items, and so no "
        + "dynamic ones\n")
  }

  @Test func `a comment of five hyphens is an error with its line`() throws {
    let program = try Program()
    for comment in ["<!----->", "<!-- ----- -->"] {
      let run = try program.run("shortcut", "import", "-", input: "<array>\n\(comment)</array>")
      #expect(run.status == 65)
      #expect(run.errors.hasPrefix("keyway: standard input: line 2, column "))
    }
  }

  @Test func `a dry run says what would come in, and changes nothing`() throws {
    let program = try Program()
    let run = try program.run(
      "shortcut", "import", Self.quickActions("smart-lock.Info.plist"), "--dry-run")
    #expect(run.status == 0)
    #expect(run.lines.count == 3)
    #expect(run.errors == "dry run: nothing was changed\n")
    #expect(try program.log().isEmpty)
  }

  @Test func `files and folders of languages go in and out`() throws {
    let program = try Program()
    let text = "<array>\(Self.item("a", "unlock.front"))\(Self.item("b", "B"))</array>"
    let german = program.scratch.file("de.strings")
    try "\"unlock.front\" = \"Haustür\";".data(using: .utf16)?
      .write(to: URL(fileURLWithPath: german))
    let run = try program.run("shortcut", "import", "-", "--strings", "de=\(german)", input: text)
    #expect(run.status == 0)
    try program.succeed(
      "action", "edit", "b", "--localizations",
      #"{"ja":{"title":"ビー"},"xx":{"title":"?"}}"#)
    let folder = program.scratch.file("out")
    let export = try program.run("shortcut", "export", "--as", "info-plist", "--output", folder)
    #expect(
      export.lines
        == ["\(folder)/Info.plist"]
        + ["de", "ja", "xx"].map { "\(folder)/\($0).lproj/InfoPlist.strings" })
    #expect(
      try String(contentsOfFile: "\(folder)/ja.lproj/InfoPlist.strings", encoding: .utf8)
        == "\"B\" = \"ビー\";\n")
    let printed = try program.run("shortcut", "export", "--as", "info-plist")
    #expect(printed.bytes == [UInt8](try Data(contentsOf: URL(fileURLWithPath: export.lines[0]))))
    #expect(
      printed.errors
        == "note: there are texts in de, ja, xx; --output DIR writes them, too\n")
    for name in ["Base", "Nobody's", "en_US"] {
      let path = "\(folder)/\(name).lproj"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try "\"B\" = \"Be\";".write(
        toFile: path + "/InfoPlist.strings", atomically: true, encoding: .utf8)
    }
    let other = try Program()
    let into = try other.run(
      "shortcut", "import", "\(folder)/Info.plist", "--localizations", folder)
    #expect(into.status == 0)
    #expect(
      into.errors == """
        note: \(folder)/Base.lproj is of no language and is not read
        note: \(folder)/Nobody's.lproj is of no language and is not read

        """)
    #expect(
      try other.object("action", "show", "b")["localizations"].map {
        String(decoding: CanonicalJSON.bytes(of: $0), as: UTF8.self)
      } == #"{"en-US":{"title":"Be"},"ja":{"title":"ビー"},"xx":{"title":"?"}}"#)
  }

  @Test func `an app's own files are not replaced`() throws {
    let program = try Program()
    let folder = program.scratch.file("App")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/ja.lproj", withIntermediateDirectories: true)
    try program.succeed("shortcut", "import", Self.quickActions("smart-lock.Info.plist"))
    try program.succeed(
      "action", "edit", "ShareAction", "--localizations", #"{"ja":{"title":"共有"}}"#)
    let (list, table) = ("\(folder)/Info.plist", "\(folder)/ja.lproj/InfoPlist.strings")
    try "\"CFBundleName\" = \"App\";".write(toFile: table, atomically: true, encoding: .utf8)
    let first = try program.run("shortcut", "export", "--as", "info-plist", "--output", folder)
    #expect(first.status == 65)
    #expect(first.errors.hasPrefix("keyway: \(table) holds more than quick actions"))
    #expect(!FileManager.default.fileExists(atPath: list))
    try FileManager.default.removeItem(atPath: table)
    try FileManager.default.copyItem(
      atPath: Self.quickActions("smart-lock.Info.plist"), toPath: list)
    let second = try program.run("shortcut", "export", "--as", "info-plist", "--output", folder)
    #expect(second.status == 65)
    #expect(second.errors.hasPrefix("keyway: \(list) holds more than quick actions"))
    #expect(!FileManager.default.fileExists(atPath: table))
  }

  @Test func `what the format cannot hold is named by action and field`() throws {
    let program = try Program()
    try program.succeed(
      "action", "add", "a", "--title", "A", "--screen", "s", "--static", "--user-info",
      #"{"when":{"$date":"2026-03-01T00:00:00.5Z"}}"#)
    let run = try program.run("shortcut", "export", "--as", "info-plist")
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(
      run.errors == "keyway: action 'a': userInfo.when: is the date 2026-03-01T00:00:00.500Z, and "
        + "XML property lists have whole seconds only\n")
  }

  @Test func `string catalogues and old property lists are refused with what to do`() throws {
    let program = try Program()
    for (text, words) in [
      (#"{ "sourceLanguage" : "en", "strings" : {} }"#, "xcstrings"),
      ("{ a = b; }", "plutil -convert xml1"),
    ] {
      let run = try program.run("shortcut", "import", "-", input: text)
      #expect(run.status == 65)
      #expect(run.errors.contains(words))
    }
    let folder = program.scratch.file("App")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = Self.quickActions("smart-lock.Info.plist")
    #expect(
      try program.run("shortcut", "import", file, "--localizations", folder).status == 65)
    try "{}".write(
      toFile: "\(folder)/InfoPlist.xcstrings", atomically: true, encoding: .utf8)
    let run = try program.run("shortcut", "import", file, "--localizations", folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("is a string catalogue"))
    #expect(
      try program.run("shortcut", "import", file, "--localizations", folder + "/no").status == 66)
  }

  @Test func `a phone's dynamic items are issued ready to assign`() throws {
    let program = try Program.seeded()
    let rehearsal = try program.run(
      "shortcut", "export", "--as", "ios-json", "phone-1", "--dry-run")
    #expect(rehearsal.errors == "dry run: nothing was changed\n")
    #expect(try program.run("shortcut", "ack", "phone-1", "1").status == 65)
    let run = try program.run("shortcut", "export", "--as", "ios-json", "phone-1")
    #expect(run.bytes == rehearsal.bytes)
    guard case .array(let items) = try JSONValue(parsing: Array(run.bytes.dropLast()).span),
      case .array(let issued)? = try program.run("shortcut", "issue", "phone-1").object["items"]
    else {
      Issue.record("no arrays")
      return
    }
    #expect(!items.isEmpty)
    let expected = issued.compactMap { item -> JSONValue? in
      guard case .object(var item) = item, item["origin"] == .string("dynamic") else { return nil }
      item["origin"] = nil
      return .object(item)
    }
    #expect(items == expected)
    #expect(run.bytes == CanonicalJSON.bytes(of: .array(items)) + [0x0A])
    #expect(try program.run("shortcut", "ack", "phone-1", "1").status == 0)
  }

  @Test func `dynamic items come in the language that is asked for`() throws {
    let program = try Program.seeded()
    try program.succeed(
      "key", "edit", "k2", "--localizations", #"{"pt":{"name":"Chave"},"de":{"name":"Schlüssel"}}"#)
    for (language, title) in [("pt-BR", "Chave"), ("de", "Schlüssel"), ("tlh", "Own")] {
      let run = try program.run(
        "shortcut", "export", "--as", "ios-json", "phone-1", "--language", language)
      #expect(run.output.contains("\"localizedTitle\":\"\(title)\""))
    }
  }

  @Test(arguments: [
    ["export"], ["export", "--as", "plist"], ["export", "--as", "ios-json"],
    ["export", "--as", "info-plist", "phone-1"], ["export", "--as", "info-plist", "--dry-run"],
    ["export", "--as", "info-plist", "--language", "ja"],
    ["export", "--as", "ios-json", "phone-1", "--output", "x"],
    ["import"], ["import", "x", "--strings", "ja"], ["import", "x", "--strings", "j a=x"],
    ["import", "x", "--define", "X"], ["import", "x", "--define", "=X"],
  ])
  func `wrong words are refused`(_ words: [String]) throws {
    #expect(try Program.seeded().run(["shortcut"] + words, input: []).status == 64)
  }
}
