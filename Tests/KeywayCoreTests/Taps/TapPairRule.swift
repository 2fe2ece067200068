import KeywayCore

/// Which equal deliveries are one tap, written as a table apart from the code.
enum TapPairRule {
  private static let columns = [
    "launchOptions", "configurationForConnecting", "willConnectTo", "appPerformAction",
    "scenePerformAction", "openURL", "userActivity", "intent", "nfc", "qr", "http",
  ]

  /// Rows are the first delivery, columns the second; 1: one tap, 2: two taps.
  private static let launching = [
    "launchOptions              1 1 1 1 2 1 1 1 1 1 2",
    "configurationForConnecting 1 1 1 1 2 1 1 1 1 1 2",
    "willConnectTo              1 1 1 1 2 1 1 1 1 1 2",
    "appPerformAction           1 1 1 1 2 1 1 1 1 1 2",
    "scenePerformAction         2 2 2 2 2 2 2 2 2 2 2",
    "openURL                    1 1 1 1 2 1 1 1 1 1 2",
    "userActivity               1 1 1 1 2 1 1 1 1 1 2",
    "intent                     1 1 1 1 2 1 1 1 1 1 2",
    "nfc                        1 1 1 1 2 1 1 1 1 1 2",
    "qr                         1 1 1 1 2 1 1 1 1 1 2",
    "http                       2 2 2 2 2 2 2 2 2 2 2",
  ]

  private static let table: [[String: String]] = launching.map { row in
    let cells = row.split(separator: " ").map(String.init)
    return ["row": cells[0]].merging(zip(columns, cells.dropFirst())) { first, _ in first }
  }

  /// Whether two deliveries of the same payload, one after the other, are one tap.
  static func isOneTap(
    _ first: TapChannel, _ second: TapChannel, isLaunching: Bool, isSameScene: Bool
  ) -> Bool {
    if first.rawValue == "configurationForConnecting", second.rawValue == "willConnectTo",
      isSameScene
    {
      return true
    }
    guard isLaunching else { return false }
    return table.contains { $0["row"] == first.rawValue && $0[second.rawValue] == "1" }
  }
}
