import KeywayCore

/// Which records of a list are wanted; a condition that is nil holds for all, and one on a field
/// that the list lacks for none.
package struct RegistryFilter: Hashable, Sendable {
  /// Whose a key or device is.
  package enum Ownership: Hashable, Sendable {
    case holder(String)
    /// For everyone, or nobody's.
    case nobody
  }

  /// The door that a key opens.
  package var door: String?
  package var holder: Ownership?
  /// A holder's, device's or key's state, or `removed`, which is left out unless it is asked for.
  package var state: String?
  package var site: String?
  package var mode: String?
  package var platform: String?

  /// Every record that is not removed.
  package init() {}

  func holds(for record: RegistryRecord) -> Bool {
    if state != "removed", record.isRemoved { return false }
    return has("door", door, record) && has("state", state, record) && has("site", site, record)
      && has("mode", mode, record) && has("platform", platform, record) && isOwned(record)
  }

  private func has(_ field: String, _ wanted: String?, _ record: RegistryRecord) -> Bool {
    wanted.map { record.object[field] == .string($0) } ?? true
  }

  private func isOwned(_ record: RegistryRecord) -> Bool {
    switch holder {
    case nil: true
    case .holder(let id)?: record.object["holder"] == .string(id)
    case .nobody?: record.object["holder"] == .null
    }
  }
}
