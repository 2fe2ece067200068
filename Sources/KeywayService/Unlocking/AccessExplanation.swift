package import KeywayCore
import KeywayStore

/// What a tap on a key's item would be decided at some instant, with what is stored now.
package struct AccessExplanation: Hashable, Sendable {
  package let decision: Decision
  /// The stored field that denied, in words of the site file, or nil when none did.
  package let rule: String?
  /// The instant as clocks at the door show it, with the offset; nil when the machine does not know
  /// the door's zone.
  package let localTime: String?
  /// When the key would next work; nil when it works at the instant.
  package let next: NextAccess?

  /// Reads and decides; charges, logs and remembers nothing. Blocks.
  ///
  /// - Parameter device: the phone that is tapped on; with nil the key's holder is there in person,
  ///   with some phone that is not suspended.
  /// - Throws: ``ServiceError`` `notFound` when there is no such key; `StoreError`.
  package init(
    of key: Key.ID, at instant: Timestamp, device: Device.ID?, environment: ServiceEnvironment
  ) throws {
    let zones = environment.zones
    let (keyFacts, facts) = try environment.store.read { reader in
      guard let key = try reader.facts(ofKeys: [key])[0] else {
        throw ServiceError(.notFound, "there is no key '\(key)'")
      }
      var facts = AccessFacts()
      if let device {
        let found = try reader.facts(ofDevices: [device])[0]
        facts.set(phone: device.text, facts: found)
        facts.set(key: key, holder: found?.holder, at: instant, zones: zones)
      } else {
        try Self.setHolder(of: key, in: &facts, reader)
        facts.set(key: key, holder: key.holder, at: instant, zones: zones)
      }
      return (key, facts)
    }
    let decision = AccessPolicy.decide(facts, at: instant)
    var answer = TapAnswer(tap: "", decision: decision)
    if case .denied(let refusal) = decision {
      answer.isException = keyFacts.isException(refusal, at: instant, zones: zones)
    }
    self.init(answer, key: keyFacts, facts, at: instant, zones: zones)
  }

  /// Of an answer that was given at `instant`, with the facts that it was given on.
  init(
    _ answer: TapAnswer, key: KeyFacts?, _ facts: AccessFacts, at instant: Timestamp,
    zones: TimeZones
  ) {
    decision = answer.decision
    rule = answer.rule.map { "\($0)" }
    localTime = key.flatMap { zones.rules(of: $0.timeZone) }.map { rules in
      instant.rfc3339(offsetSeconds: rules.offset(at: instant).seconds)
    }
    if case .denied(let refusal) = answer.decision {
      next =
        key.map { key in
          NextAccess(
            after: refusal, of: key, facts, at: instant, wait: answer.wait,
            zones: zones)
        }
        ?? .never(refusal.reason)
    } else {
      next = nil
    }
  }

  /// `rule`, `localTime`, and when the tap was denied `nextValid` with the instant, or `never` with
  /// the reason.
  package var members: JSONObject {
    var object = JSONObject()
    object["rule"] = rule.map(JSONValue.string)
    object["localTime"] = localTime.map(JSONValue.string)
    switch next {
    case .at(let instant): object["nextValid"] = .string(instant.rfc3339)
    case .never(let reason): object["never"] = .string(reason.rawValue)
    case nil: break
    }
    return object
  }

  /// `outcome`, and where they apply `reason` and `detail`, with the ``members``.
  package var json: JSONObject {
    var object = members
    object["outcome"] = .string(decision.outcome)
    if case .denied(let refusal) = decision {
      object["reason"] = .string(refusal.reason.rawValue)
      object["detail"] = refusal.detail.map { .string($0.text) }
    }
    return object
  }

  private static func setHolder<Reader: StoreReader & ~Copyable>(
    of key: KeyFacts, in facts: inout AccessFacts, _ reader: borrowing Reader
  ) throws(StoreError) {
    guard let id = key.holder else { return }
    facts.phone = .known
    facts.isHolderSuspended = try reader.holders([id])[0]?.holder.state == .suspended
  }
}
