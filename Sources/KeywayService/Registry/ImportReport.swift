package import KeywayCore
package import KeywayStore

/// What an import did; of a dry run, what it would do.
package struct ImportReport: Hashable, Sendable {
  /// How many records of one list.
  package struct Counts: Hashable, Sendable {
    package fileprivate(set) var added = 0
    package fileprivate(set) var changed = 0
    package fileprivate(set) var kept = 0
  }

  private var counts: [RegistryList: Counts] = [:]
  /// The keys of the file that are for everyone and not revoked, in the order of the file.
  package private(set) var everyone: [Key.ID] = []

  init(_ changes: RegistryChanges) {
    count(changes.doors)
    count(changes.holders)
    count(changes.devices)
    count(changes.keys)
    count(changes.actions)
    everyone = changes.keys.map(\.new.key)
      .filter { $0.holder == nil && $0.state != .revoked }.map(\.id)
  }

  /// Zero where the file has no such list.
  package func counts(of list: RegistryList) -> Counts { counts[list] ?? Counts() }

  /// Whether nothing was written.
  package var isUnchanged: Bool { counts.values.allSatisfy { $0.added + $0.changed == 0 } }

  /// `{"doors":{"added":1,"changed":0,"kept":2},…,"everyone":["k1"]}`, with all five lists.
  package var json: JSONObject {
    var object = JSONObject()
    for list in RegistryList.allCases {
      let counts = counts(of: list)
      object[list.rawValue] = .object([
        "added": .integer(Int64(counts.added)), "changed": .integer(Int64(counts.changed)),
        "kept": .integer(Int64(counts.kept)),
      ])
    }
    object["everyone"] = .array(everyone.map { .string($0.text) })
    return object
  }

  private mutating func count<Entity: RegistryEntity>(_ changes: [RegistryChange<Entity>]) {
    for change in changes {
      switch change.kind {
      case .added: counts[Entity.list, default: Counts()].added += 1
      case .changed, .removed: counts[Entity.list, default: Counts()].changed += 1
      case .kept: counts[Entity.list, default: Counts()].kept += 1
      }
    }
  }
}
