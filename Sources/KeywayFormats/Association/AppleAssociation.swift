import KeywayCore

/// The file `apple-app-site-association`, by which iOS opens universal links in an app.
///
/// Its rules let through every link that the router takes; of what the router refuses they let
/// through some, such as `/u/k1/`, `/u/-k1`, an id that is too long and an unknown query key. The
/// file saves people a detour by the browser and guards nothing: the router judges each link anew.
package enum AppleAssociation {
  /// First match decides. All predicates are texts, since iOS drops a query predicate that holds
  /// anything else, and only `*`, `?` and the excluding order are used.
  ///
  /// `/u/?*` is one character or more, and a `*` runs across slashes: hence the second rule. The
  /// third leaves escapes to the browser, which Apple compares as they are written and Android
  /// decoded. Queries stay free: signed links and trackers have one.
  private static let rules: [JSONObject] = [
    [
      "/": .string("/u/*"), "#": .string("?*"), "exclude": .bool(true),
      "comment": .string("a link with a fragment"),
    ],
    [
      "/": .string("/u/*/?*"), "exclude": .bool(true),
      "comment": .string("more than one id"),
    ],
    [
      "/": .string("/u/*%*"), "exclude": .bool(true),
      "comment": .string("an escaped byte"),
    ],
    ["/": .string("/u/?*"), "comment": .string("a key")],
  ]

  /// The file in canonical JSON, the same for every host.
  ///
  /// - Throws: ``AssociationError`` `noApp`, `repeatedApp` or `tooLarge`.
  package static func file(_ apps: [AppleAppID]) throws(AssociationError) -> [UInt8] {
    try AssociationFile.check(apps)
    let detail: JSONObject = [
      "appIDs": .array(apps.map { .string($0.text) }),
      "components": .array(rules.map(JSONValue.object)),
    ]
    return try AssociationFile.bytes(
      of: .object(["applinks": .object(["details": .array([.object(detail)])])]))
  }
}
