import KeywayCore
import KeywayStore

extension KeyRecord {
  /// What stands in place of the name of a key whose holder was erased.
  static let erasedName = "erased"

  /// What remains of the key when its holder is erased: what the log has of it in clear.
  ///
  /// - Parameter holder: a removed one that nobody ever was; nil would be everyone.
  func erased(holder: Holder.ID, identity: RowIdentity) -> Self {
    var key = key
    key.holder = holder
    key.name = Self.erasedName
    key.state = .revoked
    key.shortcut = KeyShortcut()
    key.localizations = .none
    return Self(key: key, uses: uses, secret: identity.secret)
  }

  /// Whether the key looks as one whose holder was erased; another that does has nothing to lose.
  var isErased: Bool {
    key.state == .revoked && key.holder != nil && key.shortcut == KeyShortcut()
      && key.localizations.isEmpty
      && key.name == Self.erasedName
  }
}
