import Testing

/// A site file that must change nothing, and what the program says of it.
struct BadImport: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  /// Lines of standard error, in order, without the program's name.
  let lines: [String]
  var testDescription: String { name }

  private init(_ name: String, _ file: String, _ lines: String...) {
    self.name = name
    self.file = file
    self.lines = lines
  }

  private static func door(_ fields: String) -> String {
    #"{"keyway":1,"doors":[{"id":"d2","name":"D","timeZone":"Asia/Tokyo"\#(fields)}]}"#
  }

  private static func key(_ fields: String) -> String {
    #"{"keyway":1,"keys":[{"id":"k2","door":"d","holder":null,"name":"K"\#(fields)}]}"#
  }

  static let all = [
    BadImport("truncated", #"{"keyway":1,"doors":["#, "line 1: column "),
    BadImport("a list", "[]", "line 1: a site file is an object, not an array"),
    BadImport("no version", "{}", #"keyway: a site file says "keyway": 1"#),
    BadImport(
      "list for object", #"{"keyway":1,"doors":[[]]}"#,
      "line 1: doors[0]: expected an object, not an array"),
    BadImport(
      "object for list", #"{"keyway":1,"doors":{}}"#,
      "line 1: doors: expected a list, not an object"),
    BadImport(
      "unknown field", door(#","tmeZone":"x""#),
      "line 1: doors[0].tmeZone: unknown field; did you mean timeZone?"),
    BadImport(
      "unknown list", #"{"keyway":1,"door":[]}"#, "line 1: door: unknown field; did you mean doors?"
    ),
    BadImport(
      "id twice",
      """
      {"keyway":1,"holders":[
      {"id":"h2","name":"A"},
      {"id":"h2","name":"B"}]}
      """, "line 3: holders[1].id: 'h2' stands twice, first as holders[0]"),
    BadImport("member twice", #"{"keyway":1,"keyway":1}"#, "line 1: column "),
    BadImport(
      "no such door", key("").replacing("\"d\"", with: "\"nope\""),
      "line 1: keys[0].door: there is no door 'nope'"),
    BadImport(
      "no such zone", door("").replacing("Asia/Tokyo", with: "Asia/Tokio"),
      "line 1: doors[0].timeZone: this machine knows no time zone 'Asia/Tokio'"),
    BadImport(
      "a path for a zone", door("").replacing("Asia/Tokyo", with: "../../etc/passwd"),
      "line 1: doors[0].timeZone: is not the name of a time zone, such as Asia/Tokyo"),
    BadImport(
      "end before start",
      key(#","validFrom":"2026-03-02T00:00:00Z","validUntil":"2026-03-01T00:00:00Z""#),
      "line 1: keys[0].validUntil: is not later than validFrom"),
    BadImport(
      "30 February", key(#","validFrom":"2026-02-30T00:00:00Z""#), "line 1: keys[0].validFrom: "),
    BadImport(
      "a removed id", #"{"keyway":1,"holders":[{"id":"old","name":"A"}]}"#,
      "line 1: holders[0].id: was removed here, and its id is not used again"),
    BadImport(
      "a revoked key", #"{"keyway":1,"keys":[{"id":"gone","state":"active"}]}"#,
      "line 1: keys[0].state: the key was revoked and stays so; issue another key"),
    BadImport(
      "several",
      """
      {"keyway":1,
       "doors":[{"id":"!","name":"D","timeZone":"Asia/Tokyo"}],
       "holders":[{"id":"h2"},
                  {"id":"h3","name":""}]}
      """, "line 2: doors[0].id: an id is", "line 3: holders[0].name: is missing",
      "line 4: holders[1].name: "),
  ]
}
