package import KeywayCore
package import KeywayFormats

/// What an import of quick actions did; of a dry run, what it would do.
package struct QuickActionsReport: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The place in the file, from 0.
    package let index: Int
    package let kind: RegistryResult.Kind
    /// As it was read.
    package let action: Action
    /// The picture's name under each icon key that the item has, the one that counts first.
    package let icons: [(key: IconKey, name: String)]

    init(_ item: QuickActionsFile.Item, _ kind: RegistryResult.Kind) {
      (index, action, self.kind) = (item.index, item.action, kind)
      icons = IconKey.allCases.compactMap { key in
        item.action.icon.flatMap(key.name(in:)).map { (key, $0) }
      }
    }

    package static func == (left: Self, right: Self) -> Bool {
      left.index == right.index && left.kind == right.kind && left.action == right.action
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(index)
      hasher.combine(kind)
      hasher.combine(action)
    }

    /// `{"index":0,"type":"search","outcome":"added","icon":…,"icons":{…}}`; `icon` is the key that
    /// wins, or null.
    package var json: JSONObject {
      var names = JSONObject()
      for (key, name) in icons { names[key.rawValue] = .string(name) }
      return [
        "index": .integer(Int64(index)), "type": .string(action.type.text),
        "title": .string(action.title), "outcome": .string(kind.rawValue),
        "icon": JSONValue(icons.first?.key.rawValue), "icons": .object(names),
      ]
    }
  }

  /// In the order of the file.
  package let entries: [Entry]
  /// What the store had against items that were left out.
  package let rejections: [QuickActionFinding]
  /// Static actions of the store that the file does not have; they stay.
  package let others: [ActionType]

  init(_ plan: QuickActionsOperation.Plan) {
    entries = zip(plan.items, plan.changes.actions).map { Entry($0, $1.kind) }
    rejections = plan.rejections
    others = plan.others
  }
}
