import KeywayCore
import Testing

/// Where an app can be when a tap comes, and how it gets from there to where it takes taps.
struct PhoneState: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let before: [LifeEvent]
  /// Steps that hand nothing over, then the one that does; empty when taps are taken at once.
  let after: [LifeEvent]
  /// Equal deliveries may be one tap by the rule of launches.
  let isLaunching: Bool

  var waits: Bool { !after.isEmpty }

  static let fresh = Self(
    testDescription: "no event yet", before: [], after: [], isLaunching: false)
  static let warm = Self(
    testDescription: "warm, active", before: [.launch(slowStart: false), .active], after: [],
    isLaunching: false)
  static let cold = Self(
    testDescription: "cold", before: [.launch(slowStart: false)], after: [.active],
    isLaunching: true)
  static let slow = Self(
    testDescription: "cold, slow start", before: [.launch(slowStart: true)],
    after: [.active, .ready], isLaunching: true)
  static let readyFirst = Self(
    testDescription: "cold, ready before active", before: [.launch(slowStart: true), .ready],
    after: [.inactive, .active], isLaunching: true)
  static let slowActive = Self(
    testDescription: "active, not ready", before: [.launch(slowStart: true), .active],
    after: [.ready], isLaunching: false)
  static let background = Self(
    testDescription: "warm, in background",
    before: [.launch(slowStart: false), .active, .background], after: [.active],
    isLaunching: false)
  static let inactive = Self(
    testDescription: "warm, inactive", before: [.inactive], after: [.background, .active],
    isLaunching: false)
  static let terminated = Self(
    testDescription: "terminated", before: [.terminate], after: [.active], isLaunching: true)
  static let relaunchedOutOfSlowStart = Self(
    testDescription: "terminated in a slow start", before: [.launch(slowStart: true), .terminate],
    after: [.active], isLaunching: true)
  static let coldInactive = Self(
    testDescription: "cold, inactive", before: [.launch(slowStart: false), .inactive],
    after: [.active], isLaunching: true)

  static let all = [
    fresh, warm, cold, slow, readyFirst, slowActive, background, inactive, terminated,
    relaunchedOutOfSlowStart, coldInactive,
  ]
}
