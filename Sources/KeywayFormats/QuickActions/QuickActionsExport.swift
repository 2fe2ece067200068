package import KeywayCore

/// Actions as an Info.plist and its tables have them.
package struct QuickActionsExport: Sendable {
  /// The root dictionary with `UIApplicationShortcutItems` alone.
  package let propertyList: PropertyList
  /// The whole file.
  package let file: [UInt8]
  /// One for each language, in the order of the tags' bytes.
  package let tables: [(language: String, table: StringsTable)]

  /// - Parameter actions: in the order in which they are to stand in the file.
  /// - Throws: ``QuickActionsExportError`` with everything that the format cannot hold.
  package init(_ actions: [Action]) throws(QuickActionsExportError) {
    var problems: [QuickActionsExportError.Problem] = []
    let items = actions.map(Self.item)
    for (action, item) in zip(actions, items) { problems += Self.problems(of: item, action) }
    var builder = QuickActionTables(languagesOf: actions)
    for action in actions { builder.add(action) }
    problems += builder.problems
    guard problems.isEmpty else { throw QuickActionsExportError(problems: problems) }
    let list = PropertyList.dictionary([
      QuickActionKey.items: .array(items.map { .dictionary($0) })
    ])
    propertyList = list
    tables = builder.tables
    do throws(PropertyListProblem) {
      file = try list.xml()
    } catch {
      throw QuickActionsExportError(problems: [
        .init(action: "", field: error.path.joined(separator: "."), message: error.message)
      ])
    }
  }

  private static func item(_ action: Action) -> PropertyListDictionary {
    var item: PropertyListDictionary = [
      QuickActionKey.type.rawValue: .string(action.type.text),
      QuickActionKey.title.rawValue: .string(action.title),
    ]
    func add(_ key: QuickActionKey, _ value: PropertyList?) {
      if let value { _ = item.append(key.rawValue, value) }
    }
    add(.subtitle, action.subtitle.map { .string($0) })
    add(.iconSymbolName, action.icon?.systemImageName.map { .string($0) })
    add(.iconFile, action.icon?.templateImageName.map { .string($0) })
    add(.iconType, action.icon?.type.map { .string($0.constant) })
    if !action.userInfo.isEmpty { add(.userInfo, PropertyList(action.userInfo)) }
    return item
  }

  private static func problems(
    of item: PropertyListDictionary, _ action: Action
  ) -> [QuickActionsExportError.Problem] {
    PropertyList.dictionary(item).xmlProblems.map { problem in
      let member = problem.path.first.flatMap { QuickActionKey(rawValue: $0)?.member } ?? ""
      return QuickActionsExportError.Problem(
        action: action.type.text,
        field: ([member] + problem.path.dropFirst()).joined(separator: "."),
        message: problem.message)
    }
  }
}

/// What of the actions an Info.plist cannot hold.
package struct QuickActionsExportError: Error, Hashable, Sendable {
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The type of the action.
    package let action: String
    /// As in the site file, with what leads to the value: `userInfo.when`.
    package let field: String
    /// In words that follow the field.
    package let message: String

    /// `action 'search': userInfo.when: …`.
    package var description: String { "action '\(action)': \(field): \(message)" }
  }

  package let problems: [Problem]
}
