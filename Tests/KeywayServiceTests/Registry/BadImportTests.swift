import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

/// A file that is refused, and what is said of it.
struct BadImport: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  /// Each as `line 1: path: message`.
  let problems: [String]

  init(_ name: String, _ file: String, _ problems: String...) {
    self.name = name
    self.file = file
    self.problems = problems
  }

  var testDescription: String { name }

  static func key(_ fields: String) -> String {
    #"{"keyway":1,"keys":[{"id":"new","door":"front","name":"N",\#(fields)}]}"#
  }

  static func door(_ fields: String) -> String {
    #"{"keyway":1,"doors":[{"id":"new","name":"N","timeZone":"UTC",\#(fields)}]}"#
  }

  static let all: [BadImport] = outlines + ids + fields + times + states + localizations

  static let localizations: [BadImport] = [
    BadImport(
      "texts that are a list", key(#""localizations":[]"#),
      "line 1: keys[0].localizations: expected an object by language, not an array"),
    BadImport(
      "no language, an unknown text, a wrong one",
      key(#""localizations":{"j_a":{},"ja":{"title":"x"},"de":{"name":""},"fr":"x"}"#),
      "line 1: keys[0].localizations.j_a: is not a language tag such as ja or pt-BR (BCP 47)",
      "line 1: keys[0].localizations.ja.title: unknown field",
      "line 1: keys[0].localizations.de.name: is empty",
      "line 1: keys[0].localizations.fr: expected an object, not a string"),
    BadImport(
      "a language twice", key(#""localizations":{"pt-BR":{},"pt-br":{}}"#),
      "line 1: keys[0].localizations: has a language twice, which case does not tell apart"),
    BadImport(
      "a site that is none", door(#""localizations":{"ja":{"site":null}}"#),
      "line 1: doors[0].localizations.ja.site: expected a string, not null"),
  ]

  static let outlines: [BadImport] = [
    BadImport(
      "truncated", "{\"keyway\":1,\n\"doors\":[{\"id\"",
      "line 2: column 15: expected ':', but the text ends"),
    BadImport("empty", "", "line 1: column 1: expected a value, but the text ends"),
    BadImport("a list", "[]", "line 1: a site file is an object, not an array"),
    BadImport("no version", #"{"doors":[]}"#, #"keyway: a site file says "keyway": 1"#),
    BadImport("other version", #"{"keyway":2}"#, #"keyway: a site file says "keyway": 1"#),
    BadImport(
      "object for list", #"{"keyway":1,"doors":{"id":"a"}}"#,
      "line 1: doors: expected a list, not an object"),
    BadImport(
      "list for object", #"{"keyway":1,"doors":[[]]}"#,
      "line 1: doors[0]: expected an object, not an array"),
    BadImport(
      "unknown list", #"{"keyway":1,"door":[]}"#,
      "line 1: door: unknown field; did you mean doors?"),
    BadImport(
      "member twice", #"{"keyway":1,"doors":[{"id":"a","id":"b"}]}"#,
      #"line 1: column 32: the member "id" stands twice"#),
    BadImport(
      "text after it", "{\"keyway\":1}\n{}", "line 2: column 1: text after the value"),
  ]

  static let ids: [BadImport] = [
    BadImport(
      "id twice",
      """
      {"keyway":1,"holders":[{"id":"a","name":"A"},
      {"id":"b","name":"B"},
      {"id":"a","name":"C"}]}
      """, "line 3: holders[2].id: 'a' stands twice, first as holders[0]"),
    BadImport(
      "no id", #"{"keyway":1,"holders":[{"name":"A"}]}"#, "line 1: holders[0].id: is missing"),
    BadImport(
      "a bad id and more", #"{"keyway":1,"holders":[{"id":"h 9","name":5,"nme":"x"}]}"#,
      "line 1: holders[0].id: " + SiteFileValue.identifierGrammar,
      "line 1: holders[0].nme: unknown field; did you mean name?",
      "line 1: holders[0].name: expected a string, not an integer"),
    BadImport(
      "several bad windows",
      key(
        #""schedule":[{"days":["mon","mon"],"from":"08:00","until":"09:00"},"#
          + #"{"days":["tue"],"from":"08:00","until":"09:00"},"#
          + #"{"days":["tue"],"from":"08:00","until":"08:00"}]"#),
      "line 1: keys[0].schedule[0].days[1]: mon stands twice",
      "line 1: keys[0].schedule[2].until: a window does not end when it starts; the whole day is "
        + "00:00 to 24:00"),
    BadImport(
      "several bad members of user info",
      key(#""shortcut":{"userInfo":{"$a":1,"b":{"$date":"x"},"c":null,"d":1}}"#),
      "line 1: keys[0].shortcut.userInfo.$a: a name that begins with '$' is kept for tags",
      "line 1: keys[0].shortcut.userInfo.b: '$date': expected YYYY-MM-DDThh:mm:ss, at most three "
        + "decimals, then Z or ±hh:mm",
      "line 1: keys[0].shortcut.userInfo.c: null has no place in a property list"),
    BadImport(
      "id with a slash", #"{"keyway":1,"holders":[{"id":"a/b","name":"A"}]}"#,
      "line 1: holders[0].id: " + SiteFileValue.identifierGrammar),
    BadImport(
      "id that is a number", #"{"keyway":1,"holders":[{"id":7,"name":"A"}]}"#,
      "line 1: holders[0].id: expected a string, not an integer"),
    BadImport(
      "missing door", #"{"keyway":1,"keys":[{"id":"new","door":"nowhere","name":"N"}]}"#,
      "line 1: keys[0].door: there is no door 'nowhere'"),
    BadImport(
      "missing holder", key(#""holder":"nobody""#),
      "line 1: keys[0].holder: there is no holder 'nobody'"),
    BadImport(
      "required fields", #"{"keyway":1,"doors":[{"id":"new"}],"keys":[{"id":"new"}]}"#,
      "line 1: doors[0].name: is missing", "line 1: doors[0].timeZone: is missing",
      "line 1: keys[0].door: is missing", "line 1: keys[0].name: is missing"),
    BadImport(
      "key named as an action",
      #"{"keyway":1,"keys":[{"id":"search","door":"front","name":"N"}]}"#,
      "line 1: keys[0].id: an action has the type 'search'"),
    BadImport(
      "action named as a key",
      #"{"keyway":1,"actions":[{"type":"k1","title":"T","screen":"s"}]}"#,
      "line 1: actions[0].type: a key has the id 'k1'"),
    BadImport(
      "action named as a key of the file",
      #"{"keyway":1,"keys":[{"id":"n","door":"front","name":"N"}],"#
        + #""actions":[{"type":"n","title":"T","screen":"s"}]}"#,
      "line 1: actions[0].type: a key has the id 'n'"),
    BadImport(
      "type with a line feed",
      #"{"keyway":1,"actions":[{"type":"a\nb","title":"T","screen":"s"}]}"#,
      "line 1: actions[0].type: a type is 1 to 255 bytes of UTF-8 without control characters"),
  ]

  static let fields: [BadImport] = [
    BadImport(
      "unknown field", key(#""validUtnil":null"#),
      "line 1: keys[0].validUtnil: unknown field; did you mean validUntil?"),
    BadImport("uses", key(#""uses":3"#), "line 1: keys[0].uses: unknown field"),
    BadImport(
      "state of a door", door(#""state":"active""#), "line 1: doors[0].state: unknown field"),
    BadImport(
      "wrong type", key(#""rank":"1""#), "line 1: keys[0].rank: expected an integer, not a string"),
    BadImport(
      "real for integer", key(#""rank":1.5"#),
      "line 1: keys[0].rank: expected an integer, not a real number"),
    BadImport("no uses", key(#""maxUses":0"#), "line 1: keys[0].maxUses: is at least 1"),
    BadImport("uses below none", key(#""maxUses":-1"#), "line 1: keys[0].maxUses: is at least 1"),
    BadImport(
      "half a use", key(#""maxUses":2.5"#),
      "line 1: keys[0].maxUses: expected an integer, not a real number"),
    BadImport(
      "uses in quotation marks", key(#""maxUses":"2""#),
      "line 1: keys[0].maxUses: expected an integer, not a string"),
    BadImport(
      "more uses than can be counted exactly", key(#""maxUses":9007199254740992.0"#),
      "line 1: keys[0].maxUses: expected an integer, not a real number"),
    BadImport(
      "mode that does not exist", door(#""mode":"open""#),
      "line 1: doors[0].mode: expected normal, locked_down or disabled"),
    BadImport(
      "mode that is cleared", door(#""mode":null"#),
      "line 1: doors[0].mode: expected normal, locked_down or disabled, not null"),
    BadImport(
      "unknown driver", door(#""lock":{"driver":"magnet"}"#),
      "line 1: doors[0].lock.driver: expected simulator, mqtt or webhook"),
    BadImport(
      "secret in a lock", door(#""lock":{"driver":"simulator","password":"x"}"#),
      "line 1: doors[0].lock.password: unknown field"),
    BadImport(
      "empty name", #"{"keyway":1,"holders":[{"id":"new","name":""}]}"#,
      "line 1: holders[0].name: is empty"),
    BadImport(
      "long name",
      #"{"keyway":1,"holders":[{"id":"new","name":"\#(String(repeating: "鍵", count: 86))"}]}"#,
      "line 1: holders[0].name: has 258 bytes of UTF-8; at most 255 are allowed"),
    BadImport(
      "bell", #"{"keyway":1,"holders":[{"id":"new","name":"a\u0007"}]}"#,
      "line 1: holders[0].name: has a control character other than a line feed"),
    BadImport(
      "limit", #"{"keyway":1,"devices":[{"id":"new","shortcutLimit":1001,"language":"j_a"}]}"#,
      #"line 1: devices[0].shortcutLimit: expected an integer from 0 to 1000 or "all""#,
      "line 1: devices[0].language: is not a language tag such as ja or pt-BR (BCP 47)"),
    BadImport(
      "shortcut", key(#""shortcut":{"icon":{"type":"door"},"userInfo":{"a":{"b":null}},"x":1}"#),
      "line 1: keys[0].shortcut.x: unknown field",
      "line 1: keys[0].shortcut.icon.type: "
        + "expected " + SiteFileValue.oneOf(ShortcutIcon.SystemType.allCases.map(\.rawValue)),
      "line 1: keys[0].shortcut.userInfo.a.b: null has no place in a property list"),
  ]

  static let times: [BadImport] = [
    BadImport(
      "zone that does not exist",
      #"{"keyway":1,"doors":[{"id":"new","name":"N","timeZone":"Asia/Edo"}]}"#,
      "line 1: doors[0].timeZone: this machine knows no time zone 'Asia/Edo'"),
    BadImport(
      "zone that is a path",
      #"{"keyway":1,"doors":[{"id":"new","name":"N","timeZone":"../../etc/passwd"}]}"#,
      "line 1: doors[0].timeZone: is not the name of a time zone, such as Asia/Tokyo"),
    BadImport(
      "ends before it begins",
      key(#""validFrom":"2026-03-02T00:00:00Z","validUntil":"2026-03-02T00:00:00Z""#),
      "line 1: keys[0].validUntil: is not later than validFrom"),
    BadImport(
      "ends before its stored beginning",
      #"{"keyway":1,"keys":[{"id":"k1","validUntil":"2026-02-01T00:00:00Z"}]}"#,
      "line 1: keys[0].validUntil: is not later than validFrom"),
    BadImport(
      "30 February", key(#""validFrom":"2026-02-30T00:00:00Z""#),
      "line 1: keys[0].validFrom: there is no such date"),
    BadImport(
      "no offset", key(#""validFrom":"2026-02-03T00:00:00""#),
      "line 1: keys[0].validFrom: Z or an offset such as +09:00 is missing"),
    BadImport(
      "exceptions", door(#""exceptions":["2026-02-30",7,"2026-01-01","2026-01-01"]"#),
      "line 1: doors[0].exceptions[0]: there is no such date",
      "line 1: doors[0].exceptions[1]: expected a date, not an integer",
      "line 1: doors[0].exceptions[3]: stands twice"),
    BadImport(
      "schedule", key(#""schedule":[{"days":["mon","sunday"],"from":"08:00","until":"18:00"}]"#),
      "line 1: keys[0].schedule[0].days[1]: a day is mon, tue, wed, thu, fri, sat or sun"),
    BadImport(
      "window without length",
      key(#""schedule":[{"days":["mon"],"from":"08:00","until":"08:00"}]"#),
      "line 1: keys[0].schedule[0].until: "
        + "a window does not end when it starts; the whole day is 00:00 to 24:00"),
  ]

  static let states: [BadImport] = [
    BadImport(
      "revoked key said active", #"{"keyway":1,"keys":[{"id":"k3","state":"active"}]}"#,
      "line 1: keys[0].state: the key was revoked and stays so; issue another key"),
    BadImport(
      "key for another door", #"{"keyway":1,"keys":[{"id":"k1","door":"back"}]}"#,
      "line 1: keys[0].door: the key opens 'front' for good; issue another key for another door"),
    BadImport(
      "removed id", #"{"keyway":1,"doors":[{"id":"gone","name":"G","timeZone":"UTC"}]}"#,
      "line 1: doors[0].id: was removed here, and its id is not used again"),
    BadImport(
      "key of a removed door", #"{"keyway":1,"keys":[{"id":"new","door":"gone","name":"N"}]}"#,
      "line 1: keys[0].door: door 'gone' was removed"),
    BadImport(
      "key of a door that the file removes",
      #"{"keyway":1,"doors":[{"id":"x","state":"removed"}],"keys":[{"id":"new","door":"x","name":"N"}]}"#,
      "line 1: keys[0].door: door 'x' was removed"),
    BadImport(
      "deletion", #"{"keyway":1,"doors":[{"id":"back","state":"removed"}]}"#,
      "line 1: doors[0].state: is not removed here, and an import removes nothing"),
    BadImport(
      "removed id with a name",
      #"{"keyway":1,"holders":[{"id":"x","state":"removed","name":"X"}]}"#,
      "line 1: holders[0].name: a removed id has no other fields"),
    BadImport(
      "removed key", #"{"keyway":1,"keys":[{"id":"k1","state":"removed"}]}"#,
      "line 1: keys[0].state: expected active, suspended or revoked"),
    BadImport(
      "removed action's type as a key",
      #"{"keyway":1,"keys":[{"id":"past","door":"front","name":"N"}]}"#,
      "line 1: keys[0].id: an action has the type 'past'"),
  ]
}

@Suite struct BadImportTests {
  @Test(arguments: BadImport.all)
  func `bad input is described and changes nothing`(_ bad: BadImport) throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    try house.load(
      """
      {"keyway":1,"doors":[{"id":"gone","state":"removed"}],
       "actions":[{"type":"past","state":"removed"}]}
      """)
    let (text, size) = (try house.export(), try house.logSize())
    let error = try #require(throws: RegistryError.self) { try house.load(bad.file) }
    #expect(error.code == .invalid)
    #expect(error.problems.map(\.description) == bad.problems)
    #expect(try house.export() == text)
    #expect(try house.logSize() == size)
  }

  @Test func `good records of a bad file are not applied`() throws {
    let house = try RegistryHouse(.disk)
    let empty = try house.export()
    let file = RegistryHouse.site.replacing(
      #""door":"back","name":"Back""#, with: #""door":"x","name":"""#)
    let error = try #require(throws: RegistryError.self) { try house.load(file) }
    #expect(error.problems.map(\.path) == ["keys[1].name", "keys[1].door"])
    #expect(try house.export() == empty)
  }

  @Test func `all problems are told at once, each with its line`() throws {
    let house = try RegistryHouse()
    let error = try #require(throws: RegistryError.self) {
      try house.load(
        """
        {
          "keyway": 1,
          "keys": [
            {"id": "a", "door": "none", "name": "A",
             "rank": "x",
             "schedule": [
               {"days": ["mon"], "from": "08:00", "until": "09:00"},
               {"days": ["mon"], "from": "8", "until": "09:00"}]},
            {"id": "a", "colour": "red \\" } ]"},
            7
          ],
          "doors": [{"id": "d",
                     "timeZone": "Nowhere"}],
          "other": {}
        }
        """)
    }
    #expect(
      error.message == """
        line 4: keys[0].door: there is no door 'none'
        line 5: keys[0].rank: expected an integer, not a string
        line 8: keys[0].schedule[1].from: expected a time of day as HH:MM
        line 9: keys[1].id: 'a' stands twice, first as keys[0]
        line 10: keys[2]: expected an object, not an integer
        line 12: doors[0].name: is missing
        line 13: doors[0].timeZone: this machine knows no time zone 'Nowhere'
        line 14: other: unknown field
        """)
  }
}
