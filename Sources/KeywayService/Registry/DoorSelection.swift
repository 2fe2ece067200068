package import KeywayCore

/// Which doors are meant.
package enum DoorSelection: Hashable, Sendable {
  case ids([Door.ID])
  /// All doors of the site with exactly these bytes.
  case site(String)
  case all
}
