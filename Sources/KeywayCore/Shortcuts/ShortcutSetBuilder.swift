/// Puts together what a device is to show, out of the registry as it stands at an instant.
package struct ShortcutSetBuilder: Sendable {
  /// A key that the device's holder, or everyone, has.
  package struct Candidate: Sendable {
    package let key: Key
    /// How many uses were charged.
    package let uses: Int64
    /// The site of the key's door, or nil.
    package let site: String?
    /// The site in other languages.
    package let siteLocalizations: Localizations

    package init(
      key: Key, uses: Int64, site: String?, siteLocalizations: Localizations = .none
    ) {
      self.key = key
      self.uses = uses
      self.site = site
      self.siteLocalizations = siteLocalizations
    }
  }

  package let limit: Device.ShortcutLimit
  /// Whether the device and its holder may act.
  package let mayAct: Bool
  /// The language of the items' texts, or nil for their own.
  package let language: String?
  package let now: Timestamp

  /// - Parameters:
  ///   - holder: the state of the device's holder, or nil when it is nobody's.
  ///   - language: the language of the texts instead of the device's.
  package init(device: Device, holder: Standing?, language: String? = nil, now: Timestamp) {
    limit = device.shortcutLimit
    mayAct = device.state == .active && holder != .suspended
    self.language = language ?? device.language
    self.now = now
  }

  /// Static items first, then keys and dynamic actions together by rank, name in UTF-8 bytes, and
  /// id, whatever the language, up to the device's limit; everything that is missing is omitted for a reason.
  package func set(keys: [Candidate], actions: [Action]) -> ShortcutSet {
    let entries = keys.map(entry) + actions.map(entry)
    var set = ShortcutSet(items: [], omitted: [])
    for entry in entries.sorted(by: <) {
      if let omission = entry.omission {
        set.omitted.append(.init(type: entry.item.type, reason: omission))
      } else if hasRoom(after: set.items.count) {
        set.items.append(entry.item)
      } else {
        set.omitted.append(.init(type: entry.item.type, reason: .beyondLimit))
      }
    }
    return set
  }

  /// The next instant at which the set may become another one by time alone, or nil for never.
  package func nextChange(keys: [Candidate]) -> Timestamp? {
    var next: Timestamp?
    for key in keys.map(\.key) where key.state != .revoked {
      for instant in [key.validity.from, key.validity.until] {
        guard let instant, instant > now, next.map({ instant < $0 }) ?? true else { continue }
        next = instant
      }
    }
    return next
  }

  private func hasRoom(after count: Int) -> Bool {
    switch limit {
    case .all: true
    case .count(let limit): count < limit
    }
  }

  private struct Entry {
    let item: ShortcutItem
    /// The title in the language that it was written in.
    let name: String
    let rank: Int64
    let omission: ShortcutSet.Omission?

    static func < (left: Entry, right: Entry) -> Bool {
      let isStatic = (left.item.origin == .static, right.item.origin == .static)
      if isStatic.0 != isStatic.1 { return isStatic.0 }
      if left.rank != right.rank { return left.rank < right.rank }
      let (leftTitle, rightTitle) = (left.name.utf8, right.name.utf8)
      if !leftTitle.elementsEqual(rightTitle) {
        return leftTitle.lexicographicallyPrecedes(rightTitle)
      }
      return left.item.type.utf8.lexicographicallyPrecedes(right.item.type.utf8)
    }
  }

  private func entry(_ candidate: Candidate) -> Entry {
    let key = candidate.key
    let subtitle: String? =
      switch key.shortcut.subtitle {
      case .site:
        candidate.siteLocalizations.texts(in: language, title: "", subtitle: candidate.site)
          .subtitle
      case .text(let text): text
      }
    let texts = key.localizations.texts(in: language, title: key.name, subtitle: subtitle)
    let item = ShortcutItem(
      type: key.id.text, localizedTitle: texts.title, localizedSubtitle: texts.subtitle,
      icon: key.shortcut.icon ?? .unlock, userInfo: key.shortcut.userInfo, origin: .dynamic)
    return Entry(
      item: item, name: key.name, rank: key.rank, omission: omission(of: candidate))
  }

  private func entry(_ action: Action) -> Entry {
    let texts = action.localizations.texts(
      in: language, title: action.title, subtitle: action.subtitle)
    let item = ShortcutItem(
      type: action.type.text, localizedTitle: texts.title, localizedSubtitle: texts.subtitle,
      icon: action.icon, userInfo: action.userInfo, origin: action.isStatic ? .static : .dynamic)
    return Entry(
      item: item, name: action.title, rank: action.rank,
      omission: action.isRemoved ? .revoked : nil)
  }

  /// In the order in which a tap would be denied.
  private func omission(of candidate: Candidate) -> ShortcutSet.Omission? {
    let key = candidate.key
    if key.state == .revoked { return .revoked }
    if key.state == .suspended || !mayAct { return .suspended }
    if let from = key.validity.from, now < from { return .notYetValid }
    if let until = key.validity.until, now >= until { return .expired }
    if let maxUses = key.maxUses, candidate.uses >= maxUses { return .usesExhausted }
    return nil
  }
}
