import KeywayCore
import Testing

/// A line that is no line of a recording, and the complaint it gets.
struct RecordingRefusal: Sendable, CustomTestStringConvertible {
  let text: String
  let field: String?
  let message: String
  let column: Int?

  /// A complaint about a whole line or one of its fields.
  init(_ text: String, _ field: String?, _ message: String, column: Int? = nil) {
    self.text = text
    self.field = field
    self.message = message
    self.column = column
  }

  /// A complaint about a delivery of a link that has these members too.
  static func link(_ members: String, _ field: String, _ message: String) -> Self {
    Self(
      #"{"at":"2026-03-02T08:00:00Z","channel":"openURL","link":"x/k",\#(members)}"#, field, message
    )
  }

  /// A complaint about a delivery of this item.
  static func item(_ item: String, _ field: String, _ message: String) -> Self {
    Self(
      #"{"at":"2026-03-02T08:00:00Z","device":"p","channel":"intent","item":\#(item)}"#, field,
      message)
  }

  /// A complaint about a line of a phone, or of none, with these members.
  static func line(_ members: String, _ field: String?, _ message: String) -> Self {
    Self(#"{"at":"2026-03-02T08:00:00Z",\#(members)}"#, field, message)
  }

  var testDescription: String { text.debugDescription }

  static let all = wholes + kinds + instants + events + locks + deliveries + items

  private static let wholes: [Self] = [
    Self("{", nil, "expected a member name in quotes, but the text ends", column: 2),
    Self("{} {}", nil, "text after the value", column: 4),
    Self("\u{FEFF}{}", nil, "the text begins with a byte-order mark", column: 1),
    Self(
      #"{"at":"2026-03-02T08:00:00Z","at":"2026-03-02T08:00:00Z"}"#, nil,
      #"the member "at" stands twice"#, column: 30),
    Self("[]", nil, "expected an object, found an array"),
    Self("7", nil, "expected an object, found an integer"),
    Self("{}", nil, "nothing happens: 'event', 'apply' or 'channel' is missing"),
    .line(#""device":"p""#, nil, "nothing happens: 'event', 'apply' or 'channel' is missing"),
    .link(#""sent":"2026-03-02T08:00:00Z""#, "sent", "is not a field of a recording"),
    .link(#""Device":"p""#, "Device", "is not a field of a recording"),
    .link(#""expect":null"#, "expect", "is null, not an object"),
    .link(#""expect":{"outcom":null}"#, "expect.outcom", "is not a field of an output line"),
    .link(
      #""expect":{"handedOver":{"Key":null}}"#, "expect.handedOver.Key",
      "is not a field of an output line"),
  ]

  private static let kinds: [Self] = [
    .line(
      #""device":"p","event":"active","link":"x/k""#, "link",
      "does not belong on a line with 'event'"),
    .line(
      #""device":"p","event":"active","tap":"a1""#, "tap", "does not belong on a line with 'event'"),
    .line(
      #""device":"p","event":"active","door":"d""#, "door", "does not belong on a line with 'event'"
    ),
    .line(
      #""event":"lock","door":"d","state":"failed","device":"p""#, "device",
      #"does not belong on a line with '"event":"lock"'"#),
    .line(#""apply":{},"event":"active""#, "apply", "does not belong on a line with 'event'"),
    .line(#""apply":{},"device":"p""#, "device", "does not belong on a line with 'apply'"),
    .line(#""apply":{},"link":"x/k""#, "link", "does not belong on a line with 'apply'"),
    .line(#""apply":[]"#, "apply", "is an array, not an object"),
    .link(#""state":"failed""#, "state", "does not belong on a line with 'channel'"),
  ]

  private static let instants: [Self] = [
    Self(#"{"channel":"openURL","link":"x/k"}"#, "at", "is missing"),
    Self(#"{"at":null,"apply":{}}"#, "at", "is null, not a string"),
    Self(#"{"at":1772438400000,"apply":{}}"#, "at", "is an integer, not a string"),
    Self(
      #"{"at":"2026-02-30T08:00:00Z","apply":{}}"#, "at",
      #"is "2026-02-30T08:00:00Z": there is no such date"#),
    Self(
      #"{"at":"2026-03-02T08:00:60Z","apply":{}}"#, "at",
      #"is "2026-03-02T08:00:60Z": second 60 is not counted"#),
    Self(
      #"{"at":"2026-03-02T08:00:00","apply":{}}"#, "at",
      #"is "2026-03-02T08:00:00": Z or an offset such as +09:00 is missing"#),
    .link(#""received":"2026-03-02T07:59:59.999Z""#, "received", "is earlier than 'at'"),
    .link(
      #""received":"now""#, "received",
      #"is "now": expected YYYY-MM-DDThh:mm:ss, at most three decimals, then Z or ±hh:mm"#),
  ]

  private static let events: [Self] = [
    .line(
      #""device":"p","event":"resume""#, "event",
      #"is "resume", which is not one of launch, active, inactive, background, terminate, ready,"#
        + " lock"),
    .line(
      #""device":"p","event":"Active""#, "event",
      #"is "Active", which is not one of launch, active, inactive, background, terminate, ready,"#
        + " lock"),
    .line(#""device":"p","event":1"#, "event", "is an integer, not a string"),
    .line(#""event":"active""#, "device", "is missing: 'active' happens on a phone"),
    .line(
      #""device":"p","event":"active","flags":["slowStart"]"#, "flags.0",
      #"is "slowStart"; only 'launch' has a flag, 'slowStart'"#),
    .line(
      #""device":"p","event":"launch","flags":["slowStart","confirmed"]"#, "flags.1",
      #"is "confirmed"; only 'launch' has a flag, 'slowStart'"#),
    .line(#""device":"p","event":"launch","flags":[1]"#, "flags.0", "is an integer, not a string"),
    .line(#""device":"p","event":"active","scene":2"#, "scene", "is an integer, not a string"),
  ]

  private static let locks: [Self] = [
    .line(#""event":"lock","state":"failed""#, "door", "is missing"),
    .line(#""event":"lock","door":"d""#, "state", "is missing"),
    .line(
      #""event":"lock","door":"d","state":"failed","after":"soon""#, "after",
      #"is "soon": \#(TimeTextError.durationForm.message)"#),
    .line(
      #""event":"lock","door":"d","state":"open""#, "state",
      #"is "open", which is not one of acknowledged, failed, unconfirmed, offline"#),
    .line(
      #""event":"lock","door":"a b","state":"failed""#, "door",
      #"is "a b"; an id has 1 to 64 letters, digits, '-' and '_', the first a letter or digit"#),
  ]

  private static let deliveries: [Self] = [
    .line(#""link":"x/k""#, "channel", "is missing"),
    .line(#""device":"p","item":{"type":"k"}"#, "channel", "is missing"),
    .line(#""channel":"openURL""#, "item", "is missing, and so is 'link'"),
    .line(
      #""channel":"push","link":"x/k""#, "channel",
      #"is "push", which is not one of launchOptions, configurationForConnecting, willConnectTo,"#
        + " appPerformAction, scenePerformAction, openURL, userActivity, intent, nfc, qr, http"),
    .line(#""channel":"openURL","link":["x/k"]"#, "link", "is an array, not a string"),
    .line(
      #""channel":"intent","item":{"type":"k"}"#, "device", "is missing: an item stands on a phone"),
    .link(#""item":{"type":"k"}"#, "link", "stands beside 'item'; one thing was delivered"),
    .link(
      #""device":"-p""#, "device",
      #"is "-p"; an id has 1 to 64 letters, digits, '-' and '_', the first a letter or digit"#),
    .link(#""scene":null"#, "scene", "is null, not a string"),
    .link(#""flags":"confirmed""#, "flags", "is a string, not an array"),
    .link(
      #""flags":["confirmed","slowStart"]"#, "flags.1",
      #"is "slowStart", which is not one of recreated, fromHistory, confirmed"#),
    .link(#""list":0"#, "list", "is 0; versions begin with 1"),
    .link(#""list":-3"#, "list", "is -3; versions begin with 1"),
    .link(#""list":1.5"#, "list", "is a real number, not an integer"),
    .link(#""list":"1""#, "list", "is a string, not an integer"),
    .link(#""tap":7"#, "tap", "is an integer, not a string"),
    .link(
      #""tap":"""#, "tap",
      #"is ""; a tap id has 1 to 128 letters, digits, '.', '-' and '_', the first a letter or digit"#
    ),
    .link(
      #""tap":".a""#, "tap",
      #"is ".a"; a tap id has 1 to 128 letters, digits, '.', '-' and '_',"#
        + " the first a letter or digit"),
    .link(
      #""tap":"\#(String(repeating: "a", count: 129))""#, "tap",
      #"is "\#(String(repeating: "a", count: 64))…"; a tap id has 1 to 128 letters, digits,"#
        + " '.', '-' and '_', the first a letter or digit"),
  ]

  private static let items: [Self] = [
    .item("null", "item", "is null, not an object"),
    .item(#""k""#, "item", "is a string, not an object"),
    .item("{}", "item.type", "is missing"),
    .item(#"{"type":null}"#, "item.type", "is null, not a string"),
    .item(#"{"type":""}"#, "item.type", "is empty"),
    .item(#"{"type":"k","localizedTitle":null}"#, "item.localizedTitle", "is null, not a string"),
    .item(
      #"{"type":"k","localizedSubtitle":1}"#, "item.localizedSubtitle",
      "is an integer, not a string"),
    .item(#"{"type":"k","icon":"home"}"#, "item.icon", "is a string, not an object"),
    .item(
      #"{"type":"k","icon":{"type":"contact","name":"x"}}"#, "item.icon.name",
      "is not a field of an icon: systemImageName, templateImageName, type"),
    .item(#"{"type":"k","userInfo":[]}"#, "item.userInfo", "is an array, not an object"),
    .item(
      #"{"type":"k","userInfo":{"a":[1,null]}}"#, "item.userInfo.a.1",
      "null has no place in a property list"),
    .item(
      #"{"type":"k","userInfo":{"keyway.list":0}}"#, "item.userInfo.keyway.list",
      "is 0; versions begin with 1"),
    .item(
      #"{"type":"k","userInfo":{"keyway.list":"3"}}"#, "item.userInfo.keyway.list",
      "is a string, not an integer"),
    .item(
      #"{"type":"k","targetContentIdentifier":{}}"#, "item.targetContentIdentifier",
      "is an object, not a string"),
    .item(#"{"type":"k","origin":"dynamic"}"#, "item.origin", "is not a field of an item"),
  ]
}
