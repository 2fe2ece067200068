import KeywayCore
import Testing

@Suite struct ShortcutJSONTests {
  private func object(_ text: String) throws -> JSONObject {
    guard case .object(let object) = try JSONValue(parsing: text.utf8.span) else { return [:] }
    return object
  }

  private func text(_ object: JSONObject) -> String {
    String(decoding: CanonicalJSON.bytes(of: .object(object)), as: UTF8.self)
  }

  @Test(arguments: [
    #"{"systemImageName":"lock.open","templateImageName":"shortcut-unlock","type":"home"}"#,
    #"{"type":"captureVideo"}"#, #"{"templateImageName":"quickactionsIconConfig"}"#,
    #"{"systemImageName":"tray"}"#, #"{"systemImageName":"a","type":"markLocation"}"#,
  ])
  func `an icon is printed as it was read`(_ json: String) throws {
    #expect(text(try ShortcutIcon(json: try object(json)).json) == json)
  }

  @Test func `every system type is read`() throws {
    #expect(ShortcutIcon.SystemType.allCases.count == 29)
    for type in ShortcutIcon.SystemType.allCases {
      #expect(try ShortcutIcon(json: ["type": .string(type.rawValue)]) == ShortcutIcon(type: type))
    }
  }

  struct IconRefusal: Sendable {
    let json: String
    let path: [String]
    let message: String

    init(_ json: String, _ path: [String], _ message: String) {
      self.json = json
      self.path = path
      self.message = message
    }

    static let all: [Self] = [
      Self("{}", [], "is empty: systemImageName, templateImageName or type is missing"),
      Self(#"{"type":null}"#, ["type"], "is null, not a string"),
      Self(#"{"systemImageName":""}"#, ["systemImageName"], "is empty"),
      Self(#"{"templateImageName":1}"#, ["templateImageName"], "is an integer, not a string"),
      Self(
        #"{"contact":"x"}"#, ["contact"],
        "is not a field of an icon: systemImageName, templateImageName, type"),
      Self(
        #"{"type":"Home"}"#, ["type"],
        #"is "Home", which is not one of compose, play, pause, add, location, search, share,"#
          + " prohibit, contact, home, markLocation, favorite, love, cloud, invitation,"
          + " confirmation, mail, message, date, time, capturePhoto, captureVideo, task,"
          + " taskCompleted, alarm, bookmark, shuffle, audio, update"),
    ]
  }

  @Test(arguments: IconRefusal.all)
  func `a bad icon is refused with its field and the reason`(_ refusal: IconRefusal) throws {
    let json = try object(refusal.json)
    let error = try #require(throws: ShortcutFieldError.self) { try ShortcutIcon(json: json) }
    #expect(error == ShortcutFieldError(path: refusal.path, message: refusal.message))
  }

  @Test func `a dynamic item carries the version of its set`() {
    let item = ShortcutItem(
      type: "kf", localizedTitle: "Front", icon: .unlock,
      userInfo: UserInfo(normalised: ["a": .integer(1)]), origin: .dynamic)
    #expect(
      text(item.json(listVersion: 3))
        == #"{"icon":{"systemImageName":"lock.open","templateImageName":"shortcut-unlock","#
        + #""type":"home"},"localizedSubtitle":null,"localizedTitle":"Front","origin":"dynamic","#
        + #""targetContentIdentifier":null,"type":"kf","userInfo":{"a":1,"keyway.list":3}}"#)
  }

  @Test func `a static item carries no version`() {
    let item = ShortcutItem(
      type: "SearchAction", localizedTitle: "Search", localizedSubtitle: "",
      targetContentIdentifier: "t", origin: .static)
    #expect(
      text(item.json(listVersion: 3))
        == #"{"icon":null,"localizedSubtitle":"","localizedTitle":"Search","origin":"static","#
        + #""targetContentIdentifier":"t","type":"SearchAction","userInfo":{}}"#)
  }

  @Test func `an item is read as a phone delivers it`() throws {
    let item = try ShortcutItem(
      delivered: object(
        #"""
        {"type":"kf","localizedTitle":"Front","localizedSubtitle":"","icon":{"type":"home"},
         "userInfo":{"exact":{"$real":"0.50"},"keyway.list":3},"targetContentIdentifier":"t"}
        """#))
    #expect(
      item
        == ShortcutItem(
          type: "kf", localizedTitle: "Front", localizedSubtitle: "",
          icon: ShortcutIcon(type: .home),
          userInfo: UserInfo(normalised: ["exact": .real(0.5), "keyway.list": .integer(3)]),
          targetContentIdentifier: "t", origin: .dynamic))
  }

  @Test func `null in an item is absence`() throws {
    let nulls = try ShortcutItem(
      delivered: object(
        #"""
        {"type":"kf","localizedTitle":"Front","localizedSubtitle":null,"icon":null,"userInfo":null,
         "targetContentIdentifier":null}
        """#))
    let absent = try ShortcutItem(delivered: object(#"{"type":"kf","localizedTitle":"Front"}"#))
    #expect(nulls == absent)
    #expect(absent.userInfo.isEmpty)
  }
}
