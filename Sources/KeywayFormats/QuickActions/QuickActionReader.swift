import KeywayCore

/// Reads the entries of `UIApplicationShortcutItems` and notes all that is wrong with them.
struct QuickActionReader {
  let options: QuickActionsFile.Options
  /// How many bytes the values of build variables may still add to the user info of all items, and
  /// of the one that is read.
  var growthLeft = (file: QuickActionReader.mostGrowth, item: 0)
  private(set) var findings: [QuickActionFinding] = []

  init(options: QuickActionsFile.Options) {
    self.options = options
  }

  /// The items, or nil when there are none to be read.
  mutating func entries(of list: PropertyList) -> [PropertyList]? {
    switch list {
    case .array(let entries): return entries
    case .dictionary(let root):
      if root[QuickActionKey.type.rawValue] != nil || root[QuickActionKey.title.rawValue] != nil {
        return [list]
      }
      return entries(ofRoot: root)
    default:
      reportFile(.error, path: "", list.mismatch("an Info.plist"))
      return nil
    }
  }

  private mutating func entries(ofRoot root: PropertyListDictionary) -> [PropertyList]? {
    reportVariants(of: [QuickActionKey.items], in: root, path: "", index: nil)
    guard let value = root[QuickActionKey.items] else {
      reportFile(.error, path: "", "has no \(QuickActionKey.items)")
      return nil
    }
    guard case .array(let entries) = value else {
      reportFile(.error, path: QuickActionKey.items, value.mismatch("an array"))
      return nil
    }
    for (index, entry) in entries.enumerated() {
      guard case .dictionary(let item) = entry else { continue }
      for key in [QuickActionKey.title, .subtitle] {
        guard case .string(let text)? = item[key.rawValue], root[text] != nil else { continue }
        report(
          .warning, key, index,
          "'\(text)' is also a key of the Info.plist, whose translation would take its place")
      }
    }
    return entries
  }

  /// The action of an entry, or nil when something is wrong with it.
  mutating func action(_ entry: PropertyList, at index: Int) -> Action? {
    guard case .dictionary(let item) = entry else {
      findings.append(
        QuickActionFinding(
          .error, index: index, path: "\(QuickActionKey.items)[\(index)]",
          entry.mismatch("a dictionary")))
      return nil
    }
    let before = findings.count
    reportUnknown(item, index)
    let type = required(.type, .type, item, index)
    let title = required(.title, .title, item, index)
    let subtitle = text(.subtitle, .subtitle, item, index)
    let icon = icon(of: item, index)
    let userInfo = userInfo(of: item, index)
    guard !findings[before...].contains(where: { $0.severity == .error }), let type, let title
    else { return nil }
    return Action(
      type: ActionType(trusted: type), title: title, subtitle: subtitle, icon: icon,
      userInfo: userInfo, screen: type, isStatic: true)
  }

  mutating func report(
    _ severity: QuickActionFinding.Severity, _ key: QuickActionKey, _ index: Int,
    _ message: String, below: [String] = []
  ) {
    let path = ([key.rawValue] + below).joined(separator: ".")
    findings.append(
      QuickActionFinding(
        severity, index: index, path: "\(QuickActionKey.items)[\(index)].\(path)", message))
  }

  private mutating func reportFile(
    _ severity: QuickActionFinding.Severity, path: String, _ message: String
  ) {
    findings.append(QuickActionFinding(severity, path: path, message))
  }

  private mutating func required(
    _ key: QuickActionKey, _ rule: QuickActionText, _ item: PropertyListDictionary, _ index: Int
  ) -> String? {
    guard item[key.rawValue] != nil else {
      report(.error, key, index, "is missing")
      return nil
    }
    return text(key, rule, item, index)
  }

  /// The text of a key, expanded and checked; nil when there is none, or a wrong one.
  private mutating func text(
    _ key: QuickActionKey, _ rule: QuickActionText, _ item: PropertyListDictionary, _ index: Int
  ) -> String? {
    guard let raw = string(key, item, index) else { return nil }
    // One without variables says below how long it is.
    let hasVariables = raw.utf8.contains(UInt8(ascii: "$"))
    let limit = hasVariables ? QuickActionText.longest : raw.utf8.count
    guard let text = expand(raw, limit: limit, key, index) else {
      report(
        .error, key, index,
        "has more than \(limit) bytes of UTF-8 with the values of its build variables")
      return nil
    }
    if let problem = rule.problem(of: text) { report(.error, key, index, problem) }
    return text
  }

  private mutating func string(
    _ key: QuickActionKey, _ item: PropertyListDictionary, _ index: Int
  ) -> String? {
    switch item[key.rawValue] {
    case nil: return nil
    case .string(let text)?: return text
    case let value?:
      report(.error, key, index, value.mismatch("a string"))
      return nil
    }
  }

  /// The text with the values of build variables; nil when it is longer than the limit then.
  mutating func expand(
    _ text: String, limit: Int, _ key: QuickActionKey, _ index: Int, below: [String] = []
  ) -> String? {
    guard let (expanded, unresolved) = options.variables.expand(text, limit: limit) else {
      return nil
    }
    for variable in unresolved {
      report(
        .warning, key, index,
        "has the build variable \(variable), which stays as it is; give its value with --define",
        below: below)
    }
    return expanded
  }
}

extension QuickActionReader {
  private mutating func icon(of item: PropertyListDictionary, _ index: Int) -> ShortcutIcon? {
    var icon = ShortcutIcon()
    icon.systemImageName = iconName(.iconSymbolName, item, index)
    icon.templateImageName = iconName(.iconFile, item, index)
    if let file = icon.templateImageName, file.lowercased().hasSuffix(".png") {
      report(.note, .iconFile, index, "'\(file)' is kept; iOS wants the name without '.png'")
    }
    if let constant = iconName(.iconType, item, index) {
      icon.type = systemType(constant, index)
    }
    return icon == ShortcutIcon() ? nil : icon
  }

  /// An empty name names no picture, as one does that the app does not have.
  private mutating func iconName(
    _ key: QuickActionKey, _ item: PropertyListDictionary, _ index: Int
  ) -> String? {
    if case .string("")? = item[key.rawValue] {
      report(.warning, key, index, "is empty and names no icon")
      return nil
    }
    return text(key, .iconName, item, index)
  }

  private mutating func systemType(
    _ constant: String, _ index: Int
  ) -> ShortcutIcon.SystemType? {
    if let type = ShortcutIcon.SystemType(constant: constant) { return type }
    guard let type = ShortcutIcon.SystemType(bareName: constant) else {
      report(.warning, .iconType, index, "'\(constant)' is no system icon, so it names none")
      return nil
    }
    guard options.acceptsBareNames else {
      report(
        .warning, .iconType, index,
        "'\(constant)' is no constant of iOS, so it names no icon; "
          + "with --lenient it is \(type.constant)")
      return nil
    }
    report(.warning, .iconType, index, "'\(constant)' is taken for \(type.constant)")
    return type
  }

  private mutating func reportUnknown(_ item: PropertyListDictionary, _ index: Int) {
    let path = "\(QuickActionKey.items)[\(index)]."
    let known = QuickActionKey.allCases.map(\.rawValue)
    let variants = reportVariants(of: known, in: item, path: path, index: index)
    for (key, _) in item.members where !known.contains(key) && !variants.contains(key) {
      findings.append(
        QuickActionFinding(
          .warning, index: index, path: path + key, "is no key of a quick action and is not read"))
    }
  }

  /// Keys that hold for some devices or platforms only: `…~ipad`, `…-iphoneos`.
  @discardableResult
  private mutating func reportVariants(
    of known: [String], in dictionary: PropertyListDictionary, path: String, index: Int?
  ) -> Set<String> {
    var variants: Set<String> = []
    for (key, _) in dictionary.members {
      let isVariant = known.contains {
        key.hasPrefix($0) && ["~", "-"].contains(key.dropFirst($0.count).first)
      }
      guard isVariant else { continue }
      variants.insert(key)
      findings.append(
        QuickActionFinding(
          .warning, index: index, path: path + key,
          "holds for one kind of device only and is not read"))
    }
    return variants
  }
}
