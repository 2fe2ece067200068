/// A step in the life of an app's process, as the phone reports it.
package enum LifeEvent: Hashable, Sendable {
  /// A new process; with `slowStart`, nothing is handed over before ``ready``.
  case launch(slowStart: Bool)
  case active
  case inactive
  case background
  case terminate
  /// The consumer of taps is listening.
  case ready
}
