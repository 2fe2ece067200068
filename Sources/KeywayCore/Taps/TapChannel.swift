/// How a tap was delivered; raw values stand in recordings and in the log and never change.
package enum TapChannel: String, Sendable, CaseIterable {
  case launchOptions, configurationForConnecting, willConnectTo, appPerformAction
  case scenePerformAction, openURL, userActivity, intent, nfc, qr, http

  /// Whether the system may deliver on it, at launch, a press that it delivers elsewhere as well.
  ///
  /// The link channels are `openURL`, `userActivity` and `intent`, and `nfc` and `qr`, whose links
  /// the system passes on as one of those. Not `scenePerformAction`, which is never called for the
  /// tap that launched the app, and not `http`: a request is what an app sends of its own accord
  /// once a tap has reached it, and is told from others by its tap id.
  package var joinsLaunch: Bool {
    switch self {
    case .launchOptions, .configurationForConnecting, .willConnectTo, .appPerformAction: true
    case .openURL, .userActivity, .intent, .nfc, .qr: true
    case .scenePerformAction, .http: false
    }
  }

  /// Whether what comes on it came as a link, even where it names an item: from a tag, a code or
  /// another app rather than from the Home Screen.
  package var bringsLinks: Bool {
    switch self {
    case .openURL, .userActivity, .nfc, .qr: true
    case .launchOptions, .configurationForConnecting, .willConnectTo: false
    case .appPerformAction, .scenePerformAction, .intent, .http: false
    }
  }

  /// Whether the system waits to be told, by a completion handler, what became of the tap.
  package var hasCompletionHandler: Bool {
    self == .appPerformAction || self == .scenePerformAction
  }
}
