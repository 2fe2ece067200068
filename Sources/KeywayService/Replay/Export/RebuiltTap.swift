import KeywayCore

/// A tap of the log in the words of a recording.
struct RebuiltTap: Hashable, Sendable {
  let decision: LoggedDecision
  /// Nil for a tap that named no phone.
  let device: Device.ID?
  let tap: Tap.ID
  let payload: TapPayload

  /// The line of the tap.
  ///
  /// - Parameters:
  ///   - at: when the person tapped, as the recording has it; not later than the decision.
  ///   - joining: how the tap came to its command, or nil where that is not expected.
  func line(at: Timestamp, joining: TapAnswer.Joining?) -> JSONObject {
    var line: JSONObject = [
      "at": .string(at.rfc3339), "channel": .string(decision.channel.rawValue),
      "tap": .string(tap), "expect": .object(expectation(joining)),
    ]
    if at < decision.decidedAt { line["received"] = .string(decision.decidedAt.rfc3339) }
    line["device"] = device.map { .string($0.text) }
    switch payload {
    case .item(let type, _): line["item"] = .object(["type": .string(type)])
    case .link(let bytes): line["link"] = .string(String(decoding: bytes, as: UTF8.self))
    }
    if decision.isConfirmed { line["flags"] = .array([.string(TapFlag.confirmed.rawValue)]) }
    // Versions begin with 1; nothing hangs on one that never was.
    line["list"] = decision.list.flatMap { $0 >= 1 ? .integer($0) : nil }
    return line
  }

  /// What the answer must have had, as far as the entry says: who may not learn the door is not
  /// told here either.
  private func expectation(_ joining: TapAnswer.Joining?) -> JSONObject {
    var answer = TapAnswer(tap: tap, decision: decision.decision)
    answer.door = decision.door?.text
    if decision.refusal != Refusal(.unknownKey, .doorID) { answer.key = decision.key?.text }
    answer.joining = joining
    var expectation = answer.members
    expectation["tap"] = nil
    for member in decision.further.members { expectation[member.key] = member.value }
    return expectation
  }
}
