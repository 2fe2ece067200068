/// The lock drivers that a door may name, each with the members that its `lock` may have besides
/// `driver`.
package enum LockDriverName: String, Sendable, CaseIterable {
  /// A lock in memory that does what it is told.
  case simulator

  /// The other members of a door's `lock`, all of them texts.
  package var members: [String] {
    switch self {
    case .simulator: []
    }
  }
}
