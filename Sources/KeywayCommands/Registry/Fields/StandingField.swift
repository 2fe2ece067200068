import KeywayCore

/// Whether holders, devices and keys may act.
enum StandingField {
  static let state = Option.optional(
    "state", .choice(of: Standing.self), help: "Whether its taps are denied until it is resumed.")
}
