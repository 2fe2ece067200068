package import KeywayCore
package import KeywayService

/// What comes of telling a lock over a broker, as messages come in.
///
/// Until ``tell()`` nothing that the lock reports can be the command's doing. Afterwards only the
/// lock's own report says what it did; the broker's receipt says whether there is anybody to do it.
package struct MQTTExchange: Sendable {
  private let verb: LockCommand.Verb
  private var isTold = false
  private var isReceived = false
  private var refusal: LockReport?
  private var answer: LockReport?
  /// What the lock reported, in order; of a flood only the newest.
  package private(set) var observations: [LockObservation] = []

  private static var maximumObservations: Int { 32 }
  /// MQTT 5, section 3.4.2.1.
  private static var noMatchingSubscribers: UInt8 { 0x10 }
  private static var notAuthorized: UInt8 { 0x87 }

  package init(telling verb: LockCommand.Verb) {
    self.verb = verb
  }

  /// The command is about to be handed to the broker.
  package mutating func tell() {
    isTold = true
  }

  /// The lock reported something.
  ///
  /// - Parameter isRetained: whether the broker had kept the message from before.
  package mutating func take(_ observation: LockObservation, isRetained: Bool) {
    var observation = observation
    observation.isStale = isRetained || !isTold
    keep(observation)
    // The first report of what the command did stays: somebody else may turn the lock afterwards.
    guard !observation.isStale, answer == nil, let state = observation.state else { return }
    if state.fulfils(verb) { answer = .acknowledged }
    if state == .jammed { answer = .failed(detail: "jammed") }
  }

  /// The broker answered for the command (PUBACK).
  package mutating func take(receipt reason: UInt8) {
    switch reason {
    case Self.noMatchingSubscribers: refusal = .neverReached(detail: "lock_offline")
    case Self.notAuthorized: refusal = .neverReached(detail: "not_authorized")
    // Reasons from 0x80 on say that the message was not accepted.
    case 0x80...: refusal = .neverReached(detail: "broker_refused")
    default: isReceived = true
    }
  }

  /// What came of it, once nothing can change that.
  package var report: LockReport? { refusal ?? (isReceived ? answer : nil) }

  /// What came of it when no more messages come.
  package var lastReport: LockReport { refusal ?? answer ?? .unconfirmed }

  /// A broker may send the same twice, and a lock repeats itself; a report that says nothing new
  /// is not kept.
  private mutating func keep(_ observation: LockObservation) {
    if var last = observations.last {
      last.receivedAt = observation.receivedAt
      if last == observation { return }
    }
    observations.append(observation)
    if observations.count > Self.maximumObservations { observations.removeFirst() }
  }
}
