import KeywayCore

/// One phone of a recording: its inbox and what it shows.
struct ReplayedPhone {
  var inbox: TapInbox
  /// The key or the screen that the app shows, or nil.
  var showing: String?
  /// When the service got the pending tap, where that was later than the tap.
  var received: [Tap.ID: Timestamp] = [:]

  init(device: Device.ID) {
    inbox = TapInbox(device: device)
  }
}
