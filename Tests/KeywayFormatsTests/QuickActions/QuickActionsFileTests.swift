import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct QuickActionsFileTests {
  private static let type = "UIApplicationShortcutItemType"
  private static let title = "UIApplicationShortcutItemTitle"
  private static let items = "UIApplicationShortcutItems"

  private static func item(
    _ type: String, adding members: [(String, PropertyList)] = []
  ) -> PropertyList {
    var item: PropertyListDictionary = [Self.type: .string(type), title: .string("T")]
    for (key, value) in members { _ = item.append("UIApplicationShortcutItem" + key, value) }
    return .dictionary(item)
  }

  /// `severity path-behind-the-items: message`.
  private static func findings(_ file: QuickActionsFile) -> [String] {
    file.findings.map { $0.description.replacing("UIApplicationShortcut", with: "…") }
  }

  @Test func `user info keeps its types`() throws {
    let info = PropertyList.dictionary([
      "鍵": .integer(7), "whole": .real(1), "half": .real(0.5), "yes": .boolean(true),
      "no": .boolean(false), "big": .integer(.max), "date": .date(Timestamp(milliseconds: 1)),
      "data": .data([0, 255]), "list": .array([.dictionary(["keyway.list": .string("")])]),
      "zero": .real(-0.0),
    ])
    let file = QuickActionsFile(.array([Self.item("a", adding: [("UserInfo", info)])]))
    #expect(file.findings.isEmpty)
    let userInfo = try #require(file.items.first?.action.userInfo)
    #expect(
      String(decoding: CanonicalJSON.bytes(of: .object(userInfo.object)), as: UTF8.self)
        == #"{"big":{"$integer":"9223372036854775807"},"data":{"$data":"AP8="},"#
        + #""date":{"$date":"1970-01-01T00:00:00.001Z"},"half":0.5,"#
        + #""list":[{"keyway.list":""}],"no":false,"whole":{"$real":"1.0"},"yes":true,"#
        + #""zero":{"$real":"-0.0"},"鍵":7}"#)
    #expect(PropertyList(userInfo) == info)
  }

  @Test func `what user info cannot hold is an error of its entry`() {
    let deep = (0..<48).reduce(PropertyList.integer(1)) { value, _ in .array([value]) }
    for (value, path) in [
      (PropertyList.dictionary(["$a": .integer(1)]), ".$a"),
      (.dictionary(["keyway.list": .integer(1)]), ".keyway.list"),
      (.dictionary(["a": .array([.dictionary(["$real": .string("1.0")])])]), ".a.0.$real"),
      (.dictionary(["a": deep]), ""), (.string("x"), ""), (.array([]), ""),
    ] {
      let file = QuickActionsFile(
        .array([Self.item("a", adding: [("UserInfo", value)]), Self.item("b")]))
      #expect(file.items.map(\.action.type.text) == ["b"])
      #expect(file.errors.map(\.index) == [0])
      #expect(
        file.errors.first?.path == "\(Self.items)[0].UIApplicationShortcutItemUserInfo\(path)")
    }
  }

  @Test func `a value that cannot be held is an error of its entry, and elsewhere no matter`() {
    let wrong = PropertyList.unreadable(
      FormatError("is wrong", at: .text(line: 7, column: 3)))
    let info = PropertyList.dictionary([
      "never": wrong, "deep": .array([.dictionary(["a": .unreadable(FormatError("no"))])]),
    ])
    let entries: [PropertyList] = [
      Self.item("a", adding: [("UserInfo", info)]), Self.item("b", adding: [("Subtitle", wrong)]),
      .dictionary([Self.type: wrong, Self.title: .string("T")]), wrong,
      Self.item("e", adding: [("UserInfo", wrong)]), Self.item("good"),
    ]
    let root: PropertyListDictionary = [
      "Elsewhere": .array([wrong]), Self.items: .array(entries),
    ]
    let file = QuickActionsFile(.dictionary(root))
    #expect(file.items.map(\.action.type.text) == ["good"])
    #expect(!file.isUnusable)
    #expect(
      Self.findings(file) == [
        "error: …Items[0].…ItemUserInfo.never: is wrong (line 7, column 3)",
        "error: …Items[0].…ItemUserInfo.deep.0.a: no",
        "error: …Items[1].…ItemSubtitle: is wrong (line 7, column 3)",
        "error: …Items[2].…ItemType: is wrong (line 7, column 3)",
        "error: …Items[3]: is wrong (line 7, column 3)",
        "error: …Items[4].…ItemUserInfo: is wrong (line 7, column 3)",
      ])
    let unusable = QuickActionsFile(.dictionary([Self.items: wrong]))
    #expect(Self.findings(unusable) == ["error: …Items: is wrong (line 7, column 3)"])
  }

  @Test func `a missing, empty or wrong type or title is an error of its entry`() {
    let long = String(repeating: "é", count: 128)
    let entries: [PropertyList] = [
      .dictionary([Self.title: .string("T")]), .dictionary([Self.type: .string("a")]),
      .dictionary([Self.type: .string(""), Self.title: .string("T")]),
      .dictionary([Self.type: .string("a"), Self.title: .string("")]),
      .dictionary([Self.type: .string("a"), Self.title: .integer(7)]),
      .dictionary([Self.type: .string("a"), Self.title: .string(long)]),
      .dictionary([Self.type: .string("a\n"), Self.title: .string("T\nU")]),
      .dictionary([Self.type: .string("a"), Self.title: .string("T\t")]),
      .string("x"), Self.item("good"),
    ]
    let file = QuickActionsFile(.array(entries))
    #expect(file.items.map(\.index) == [9])
    #expect(
      Self.findings(file) == [
        "error: …Items[0].…ItemType: is missing", "error: …Items[1].…ItemTitle: is missing",
        "error: …Items[2].…ItemType: is empty", "error: …Items[3].…ItemTitle: is empty",
        "error: …Items[4].…ItemTitle: is an integer, not a string",
        "error: …Items[5].…ItemTitle: has 256 bytes of UTF-8; at most 255 are allowed",
        "error: …Items[6].…ItemType: has a control character",
        "error: …Items[7].…ItemTitle: has a control character other than a line feed",
        "error: …Items[8]: is a string, not a dictionary",
      ])
  }

  @Test func `icons that a phone would not find are told`() {
    let file = QuickActionsFile(
      .array([
        Self.item(
          "a",
          adding: [
            ("IconType", .string("UIApplicationShortcutIconTypeLock")), ("IconFile", .string("i")),
          ]),
        Self.item("b", adding: [("IconType", .string("compose"))]),
        Self.item("c", adding: [("IconFile", .string("icons.v2.star.PNG"))]),
        Self.item("d", adding: [("IconSymbolName", .string(""))]),
        Self.item("e", adding: [("IconSymbolName", .boolean(true))]),
      ]))
    #expect(
      file.items.map(\.action.icon) == [
        ShortcutIcon(templateImageName: "i"), nil,
        ShortcutIcon(templateImageName: "icons.v2.star.PNG"), nil,
      ])
    #expect(
      file.findings.prefix(5).map { "\($0.severity) \($0.index ?? -1)" }
        == ["warning 0", "warning 1", "note 2", "warning 3", "error 4"])
  }

  @Test func `bare names of icons are taken when asked for, and told`() {
    let list = PropertyList.array([Self.item("b", adding: [("IconType", .string("markLOCATION"))])])
    let file = QuickActionsFile(list, options: .init(acceptsBareNames: true))
    #expect(file.items.first?.action.icon == ShortcutIcon(type: .markLocation))
    #expect(
      Self.findings(file)
        == ["warning: …Items[0].…ItemIconType: 'markLOCATION' is taken for …IconTypeMarkLocation"])
  }

  @Test func `keys that are not read are named`() {
    let item = Self.item("a", adding: [("Title~ipad", .string("x")), ("Colour", .string("red"))])
    let root: PropertyListDictionary = [
      "CFBundleName": .string("x"), Self.items: .array([item]),
      "\(Self.items)~ipad": .array([]), "\(Self.items)-iphoneos": .array([]),
    ]
    #expect(
      Self.findings(QuickActionsFile(.dictionary(root))) == [
        "warning: …Items~ipad: holds for one kind of device only and is not read",
        "warning: …Items-iphoneos: holds for one kind of device only and is not read",
        "warning: …Items[0].…ItemTitle~ipad: holds for one kind of device only and is not read",
        "warning: …Items[0].…ItemColour: is no key of a quick action and is not read",
      ])
  }

  @Test func `the first of two items with one type counts`() {
    let file = QuickActionsFile(.array([Self.item("a"), Self.item("b"), Self.item("a")]))
    #expect(file.items.map(\.index) == [0, 1])
    #expect(
      Self.findings(file) == ["error: …Items[2].…ItemType: 'a' stands twice, first in …Items[0]"])
  }

  @Test func `a file without items cannot be used`() {
    for (list, words) in [
      (PropertyList.dictionary([:]), "error: has no …Items"),
      (.dictionary([Self.items: .dictionary([:])]), "error: …Items: is a dictionary, not an array"),
      (.string("x"), "error: is a string, not an Info.plist"),
    ] {
      let file = QuickActionsFile(list)
      #expect(file.isUnusable)
      #expect(Self.findings(file) == [words])
    }
    #expect(!QuickActionsFile(.array([])).isUnusable)
  }

  @Test func `build variables are replaced in texts, and told where they are not`() {
    let info = PropertyList.dictionary(["$(A)": .array([.string("$(A)"), .string("${B}")])])
    let list = PropertyList.array([
      Self.item(
        "$(A).x", adding: [("Subtitle", .string("$(A)")), ("IconFile", .string("$(A)"))]),
      Self.item("$(B).x"),
      Self.item("y", adding: [("UserInfo", .dictionary(["k": .string("$(B)")]))]),
    ])
    let file = QuickActionsFile(list, options: .init(variables: BuildVariables(["A": "com"])))
    #expect(file.items.map(\.action.type.text) == ["com.x", "$(B).x", "y"])
    #expect(file.items[0].action.subtitle == "com")
    #expect(file.items[0].action.icon == ShortcutIcon(templateImageName: "com"))
    #expect(file.findings.map(\.index) == [1, 2])
    let broken = QuickActionsFile(.array([Self.item("a", adding: [("UserInfo", info)])]))
    #expect(broken.errors.count == 1)
  }

  @Test func `build variables are replaced in the keys of user info, too`() throws {
    func file(_ info: PropertyListDictionary) -> QuickActionsFile {
      QuickActionsFile(
        .array([Self.item("a", adding: [("UserInfo", .dictionary(info))])]),
        options: .init(variables: BuildVariables(["A": "com", "D": "$x"])))
    }
    let kept = file([
      "x$(A)": .dictionary(["$(A)": .array([.string("$(A)")])]), "y$(B)": .string(""),
    ])
    #expect(kept.errors.isEmpty)
    #expect(
      try #require(kept.items.first).action.userInfo.object == [
        "xcom": .object(["com": .array([.string("com")])]), "y$(B)": .string(""),
      ])
    #expect(
      Self.findings(kept) == [
        "warning: …Items[0].…ItemUserInfo.y$(B): has the build variable $(B), which stays as it is; "
          + "give its value with --define"
      ])
    for (info, words) in [
      (["$(A)": .string(""), "com": .string("")], "com: is 'com' a second time"),
      (["k": .dictionary(["$(D)": .string("")])], "k.$x: a name that begins with '$'"),
    ] as [(PropertyListDictionary, String)] {
      #expect(Self.findings(file(info)).first?.contains(words) == true, "\(words)")
      #expect(file(info).items.isEmpty)
    }
  }

  @Test(arguments: ["Type", "Title", "Subtitle", "IconFile"])
  func `a text that grows over its limit is an error of its entry`(_ key: String) throws {
    let text = String(repeating: "$(A)", count: 4000)
    var entry: PropertyListDictionary = ["UIApplicationShortcutItem\(key)": .string(text)]
    for other in [Self.type, Self.title] { _ = entry.append(other, .string("a")) }
    let file = QuickActionsFile(
      .array([.dictionary(entry), Self.item("b")]),
      options: .init(variables: BuildVariables(["A": String(repeating: "x", count: 120_000)])))
    #expect(file.items.map(\.index) == [1])
    #expect(
      Self.findings(file) == [
        "error: …Items[0].…Item\(key): has more than 255 bytes of UTF-8 with the values of its build "
          + "variables"
      ])
  }

  @Test func `user info grows within limits, of an item and of the file`() throws {
    let variables = BuildVariables(["A": String(repeating: "x", count: 1 << 10)])
    func item(_ type: String, _ count: Int) -> PropertyList {
      let texts = (0..<count).map { _ in PropertyList.string("$(A)") }
      return Self.item(type, adding: [("UserInfo", .dictionary(["k": .array(texts)]))])
    }
    func errors(_ list: [PropertyList]) -> [String] {
      QuickActionsFile(.array(list), options: .init(variables: variables))
        .errors.map { $0.path.replacing("UIApplicationShortcut", with: "…") }
    }
    #expect(errors([item("a", 64), item("b", 64)]) == [])
    #expect(errors([item("a", 65), item("b", 64)]) == ["…Items[0].…ItemUserInfo.k.64"])
    #expect(errors((0..<17).map { item("t\($0)", 62) }) == ["…Items[16].…ItemUserInfo.k.36"])
    // What is long without them stays as it is.
    let long = PropertyList.string(String(repeating: "x", count: 100_000) + "$(5)")
    #expect(errors([Self.item("a", adding: [("UserInfo", .dictionary(["k": long]))])]) == [])
  }

  @Test func `a title that is a key of the file is told`() {
    let root: PropertyListDictionary = [
      "T": .string("x"), Self.items: .array([Self.item("a")]),
    ]
    #expect(QuickActionsFile(.dictionary(root)).findings.map(\.severity) == [.warning])
  }

  @Test func `tables are looked up by the texts themselves`() throws {
    var file = QuickActionsFile(
      .array([
        Self.item("a", adding: [("Subtitle", .string("sub"))]), Self.item("b"),
        Self.item("c", adding: [("Subtitle", .string(""))]),
      ]))
    var table = StringsTable()
    for (key, text) in [("T", "題"), ("sub", ""), ("", "never"), ("other", "x")] {
      _ = table.append(key, text)
    }
    file.localize("ja", table)
    file.localize("de", StringsTable())
    #expect(file.findings.isEmpty)
    #expect(file.languages == ["ja", "de"])
    let texts = file.items.map { $0.action.localizations.entries.map(\.texts) }
    #expect(
      texts == [
        [.init(title: "題", subtitle: .text(""))], [.init(title: "題")], [.init(title: "題")],
      ])
    file.localize("JA", StringsTable())
    #expect(file.isUnusable)
  }

  @Test func `a translation that cannot be stored is an error of its entry`() {
    var file = QuickActionsFile(.array([Self.item("a")]))
    var table = StringsTable()
    _ = table.append("T", "")
    file.localize("ja", table)
    #expect(Self.findings(file) == ["error: …Items[0].…ItemTitle: in ja is empty"])
    #expect(file.items.isEmpty)
  }
}
