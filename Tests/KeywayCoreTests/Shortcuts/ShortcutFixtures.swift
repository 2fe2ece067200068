import KeywayCore

extension ShortcutSetBuilder.Candidate {
  /// A key for the only door, named like its id.
  static func fixture(
    _ id: String, name: String? = nil, rank: Int64 = 0, uses: Int64 = 0, site: String? = "Home",
    edit: (inout Key) -> Void = { _ in }
  ) -> Self {
    var key = Key(
      id: Key.ID(trusted: id), door: Door.ID(trusted: "front"), holder: nil, name: name ?? id,
      rank: rank)
    edit(&key)
    return Self(key: key, uses: uses, site: site)
  }
}

extension Action {
  /// An action titled like its type.
  static func fixture(
    _ type: String, title: String? = nil, rank: Int64 = 0, isStatic: Bool = false,
    isRemoved: Bool = false
  ) -> Self {
    Self(
      type: ActionType(trusted: type), title: title ?? type, screen: type, isStatic: isStatic,
      rank: rank, isRemoved: isRemoved)
  }
}

extension ShortcutSetBuilder {
  /// For a phone with that limit.
  static func fixture(
    limit: Device.ShortcutLimit = .count(4), device: Standing = .active, holder: Standing = .active
  ) -> Self {
    let phone = Device(id: Device.ID(trusted: "phone"), shortcutLimit: limit, state: device)
    return Self(device: phone, holder: holder, now: .decision)
  }
}

extension ShortcutSet {
  var types: [String] { items.map(\.type) }
  var omissions: [String] { omitted.map { "\($0.type): \($0.reason.rawValue)" } }
}
