package import KeywayCore
import KeywayStore

extension PublishedSet {
  /// The dynamic items as an app assigns them: the six fields of `UIApplicationShortcutItem`, with
  /// the version in the user info.
  package var assignableItems: [JSONValue] {
    issued.content.items.filter { $0.origin == .dynamic }.map { item in
      var object = item.json(listVersion: issued.version)
      object["origin"] = nil
      return .object(object)
    }
  }
}
