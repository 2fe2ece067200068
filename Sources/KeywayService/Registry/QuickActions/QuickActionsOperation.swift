import KeywayCore
import KeywayFormats
import KeywayStore

/// Makes the static actions of an Info.plist a site file, by what is stored, and compares that with
/// the store as any import does.
struct QuickActionsOperation: RegistryOperation {
  /// What is to be written, and what the store has against the rest.
  struct Plan {
    var changes = RegistryChanges()
    /// The items behind `changes.actions`, in the same order.
    var items: [QuickActionsFile.Item] = []
    var rejections: [QuickActionFinding] = []
    /// Static actions of the store that the file does not have.
    var others: [ActionType] = []
  }

  let items: [QuickActionsFile.Item]
  /// The languages whose tables came with the file.
  let languages: [String]
  /// Whether an item that the store refuses is left out, rather than ending it all.
  let keepsGoing: Bool
  let environment: ServiceEnvironment

  func verb(for list: RegistryList) -> RegistryVerb? { nil }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    try wholePlan(in: reader).changes
  }

  /// - Throws: ``RegistryError`` `invalid`, whose paths are those of the Info.plist.
  func wholePlan<Reader: StoreReader & ~Copyable>(in reader: borrowing Reader) throws -> Plan {
    var plan = Plan(items: items)
    while true {
      let stored = try reader.actions(plan.items.map(\.action.type)).map { $0?.action }
      let records = records(of: plan.items, stored)
      let file = try SiteFile(["keyway": .integer(1), "actions": .array(records)])
      do {
        plan.changes = try ImportOperation(file: file, environment: environment).plan(in: reader)
        break
      } catch let error as RegistryError where error.code == .invalid {
        let found = error.problems.map { Self.finding($0, plan.items) }
        let bad = Set(found.compactMap(\.index))
        guard keepsGoing, found.allSatisfy({ $0.index != nil }), !bad.isEmpty else {
          throw RegistryError(
            problems: found.map { RegistryProblem(path: $0.path, message: $0.message) })
        }
        plan.rejections += found
        plan.items.removeAll { bad.contains($0.index) }
      }
    }
    let types = Set(items.map(\.action.type))
    try reader.forEachAction { record in
      let action = record.action
      guard action.isStatic, !action.isRemoved, !types.contains(action.type) else { return }
      plan.others.append(action.type)
    }
    return plan
  }

  /// The actions as a site file has them. What a file of quick actions does not say stays absent,
  /// and so as it is stored, unless it is needed.
  private func records(
    of items: [QuickActionsFile.Item], _ stored: [Action?]
  ) -> [JSONValue] {
    let needsRanks = !Self.areInOrder(items, stored)
    return items.indices.map { place in
      let action = items[place].action
      var record: JSONObject = [
        "type": .string(action.type.text), "title": .string(action.title),
        "subtitle": JSONValue(action.subtitle), "icon": SiteFileValue.json(of: action.icon),
        "userInfo": .object(action.userInfo.object), "static": .bool(true),
      ]
      if stored[place] == nil { record["screen"] = .string(action.screen) }
      if needsRanks { record["rank"] = .integer(Int64(place)) }
      if !languages.isEmpty {
        let kept = stored[place]?.localizations ?? .none
        record["localizations"] = Self.json(of: action.localizations, over: kept, languages)
      }
      return .object(record)
    }
  }

  /// Whether a phone would show the items in the order of the file with the ranks that they have,
  /// or 0.
  private static func areInOrder(_ items: [QuickActionsFile.Item], _ stored: [Action?]) -> Bool {
    items.indices.dropFirst().allSatisfy { place in
      var (left, right) = (items[place - 1].action, items[place].action)
      left.rank = stored[place - 1]?.rank ?? 0
      right.rank = stored[place]?.rank ?? 0
      return Action.precedesOnPhone(left, right)
    }
  }

  /// The texts of the languages that came, and those that are stored in others.
  private static func json(
    of new: Localizations, over stored: Localizations, _ languages: [String]
  ) -> JSONValue {
    let given = Set(languages.map { $0.lowercased() })
    let kept = stored.entries.filter { !given.contains($0.language.lowercased()) }
    return SiteFileValue.json(of: Localizations(kept + new.entries) ?? stored, .action)
  }

  /// A problem of `actions[2].title` at the item that stands there.
  private static func finding(
    _ problem: RegistryProblem, _ items: [QuickActionsFile.Item]
  ) -> QuickActionFinding {
    let steps = problem.path.utf8.split(maxSplits: 2, omittingEmptySubsequences: true) {
      "[].".utf8.contains($0)
    }.map { String($0) ?? "" }
    guard steps.count >= 2, steps[0] == "actions", let place = Int(steps[1]),
      items.indices.contains(place)
    else { return QuickActionFinding(.error, path: problem.path, problem.message) }
    let index = items[place].index
    let rest = steps.count > 2 ? steps[2].drop { $0 == "." || $0 == "]" } : ""
    let key = QuickActionKey.allCases.first { $0.member == rest }?.rawValue ?? String(rest)
    let path = "\(QuickActionKey.items)[\(index)]" + (key.isEmpty ? "" : ".\(key)")
    return QuickActionFinding(.error, index: index, path: path, problem.message)
  }
}

extension Action {
  /// The order of static items on a phone: rank, title in UTF-8 bytes, type.
  static func precedesOnPhone(_ left: Action, _ right: Action) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if !left.title.utf8.elementsEqual(right.title.utf8) {
      return left.title.utf8.lexicographicallyPrecedes(right.title.utf8)
    }
    return left.type < right.type
  }
}
