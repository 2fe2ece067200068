package import KeywayCore
import KeywayStore

/// What has to be so for a record to be changed; looked at in the transaction that changes it.
package struct RegistryCondition: Hashable, Sendable {
  /// As what the caller takes the record to be.
  package enum Standing: Hashable, Sendable {
    /// There is one, of one of these revisions.
    case revisions([String])
    /// There is one, however it is.
    case present
    /// There is none.
    case absent
    /// Nothing was said, which will do only where there is none.
    case unsaid
  }

  /// Nil for whatever it is.
  package let standing: Standing?
  /// The part of the house that the caller may touch; nil for all.
  package let scope: TokenScope?

  package init(_ standing: Standing?, within scope: TokenScope? = nil) {
    self.standing = standing
    self.scope = scope
  }

  /// Throws `removed`, `changed` or `unconditional` unless it holds for what there is.
  func check(_ found: RegistryRecord?, _ list: RegistryList, _ id: String) throws(RegistryError) {
    guard let standing else { return }
    let name = "\(list.noun) '\(id)'"
    if found?.isRemoved ?? false {
      throw RegistryError(.removed, "\(name) was removed, and its id is not used again", ids: [id])
    }
    switch (standing, found) {
    case (.revisions(let revisions), let found?) where revisions.contains(found.revision): break
    case (.present, .some), (.absent, nil), (.unsaid, nil): break
    case (.revisions, .some):
      throw RegistryError(.changed, "\(name) was changed meanwhile; read it again", ids: [id])
    case (.absent, .some): throw RegistryError(.changed, "there is a \(name) already", ids: [id])
    case (.revisions, nil), (.present, nil):
      throw RegistryError(.changed, "there is no \(name)", ids: [id])
    case (.unsaid, .some):
      throw RegistryError(
        .unconditional, "there is a \(name): say of which revision it is to be changed", ids: [id])
    }
  }
}
