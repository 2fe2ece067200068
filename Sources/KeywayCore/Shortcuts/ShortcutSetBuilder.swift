/// Puts together what a device is to show, out of the registry as it stands at an instant.
package struct ShortcutSetBuilder: Sendable {
  /// A key that the device's holder, or everyone, has.
  package struct Candidate: Sendable {
    package let key: Key
    /// How many uses were charged.
    package let uses: Int64
    /// The site of the key's door, or nil.
    package let site: String?

    package init(key: Key, uses: Int64, site: String?) {
      self.key = key
      self.uses = uses
      self.site = site
    }
  }

  package let limit: Device.ShortcutLimit
  /// Whether the device and its holder may act.
  package let mayAct: Bool
  package let now: Timestamp

  package init(device: Device, holder: Holder?, now: Timestamp) {
    limit = device.shortcutLimit
    mayAct = device.state == .active && holder?.state != .suspended
    self.now = now
  }

  /// Static items first, then keys and dynamic actions together by rank, name in UTF-8 bytes, and
  /// id, up to the device's limit; everything that is missing is omitted for a reason.
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

  private func hasRoom(after count: Int) -> Bool {
    switch limit {
    case .all: true
    case .count(let limit): count < limit
    }
  }

  private struct Entry {
    let item: ShortcutItem
    let rank: Int64
    let omission: ShortcutSet.Omission?

    static func < (left: Entry, right: Entry) -> Bool {
      let isStatic = (left.item.origin == .static, right.item.origin == .static)
      if isStatic.0 != isStatic.1 { return isStatic.0 }
      if left.rank != right.rank { return left.rank < right.rank }
      let (leftTitle, rightTitle) = (left.item.localizedTitle.utf8, right.item.localizedTitle.utf8)
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
      case .site: candidate.site
      case .text(let text): text
      }
    let item = ShortcutItem(
      type: key.id.text, localizedTitle: key.name, localizedSubtitle: subtitle,
      icon: key.shortcut.icon ?? .unlock, userInfo: key.shortcut.userInfo, origin: .dynamic)
    return Entry(item: item, rank: key.rank, omission: omission(of: candidate))
  }

  private func entry(_ action: Action) -> Entry {
    let item = ShortcutItem(
      type: action.type.text, localizedTitle: action.title, localizedSubtitle: action.subtitle,
      icon: action.icon, userInfo: action.userInfo, origin: action.isStatic ? .static : .dynamic)
    return Entry(item: item, rank: action.rank, omission: action.isRemoved ? .revoked : nil)
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
