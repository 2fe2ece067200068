package import KeywayCore

/// What a tap's answer does to the phone that was tapped on.
extension TapAnswer {
  /// Whether the tap did what it was for; a completion handler is given this.
  package var isSuccess: Bool {
    switch decision {
    case .granted, .opened: true
    case .denied: false
    }
  }

  /// What the app shows from now on: a grant its key, an open its screen, a denial nothing.
  package var shown: String? {
    switch decision {
    case .granted: key
    case .opened: screen
    case .denied: nil
    }
  }

  /// The answer's members, with `completed` where a completion handler waits.
  package func members(isAwaited: Bool) -> JSONObject {
    var members = members
    if isAwaited { members["completed"] = .bool(isSuccess) }
    return members
  }

  func members(completing tap: Tap) -> JSONObject { members(isAwaited: tap.hasCompletionHandler) }
}
