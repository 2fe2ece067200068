extension Door.Confirmation: Comparable {
  /// More taps must be confirmed where it is greater.
  private var strictness: Int {
    switch self {
    case .never: 0
    case .links: 1
    case .always: 2
    }
  }

  package static func < (one: Self, other: Self) -> Bool { one.strictness < other.strictness }
}
