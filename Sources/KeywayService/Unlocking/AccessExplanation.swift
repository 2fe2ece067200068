package import KeywayCore
import KeywayStore

/// What a tap on a key's item would be decided at some instant, with what is stored now.
package struct AccessExplanation: Hashable, Sendable {
  package let decision: Decision
  /// The instant as clocks at the door show it, with the offset; nil when the machine does not know
  /// the door's zone.
  package let localTime: String?
  /// When the key would next work, where it does not yet; nil otherwise.
  package let nextValid: Timestamp?

  /// Reads and decides; charges, logs and remembers nothing. Blocks.
  ///
  /// - Parameter device: the phone that is tapped on; with nil the key's holder is there in person,
  ///   with some phone that is not suspended.
  /// - Throws: ``ServiceError`` `notFound` when there is no such key; `StoreError`.
  package init(
    of key: Key.ID, at instant: Timestamp, device: Device.ID?, environment: ServiceEnvironment
  ) throws {
    let (keyFacts, facts) = try environment.store.read { reader in
      guard let key = try reader.facts(ofKeys: [key])[0] else {
        throw ServiceError(.notFound, "there is no key '\(key)'")
      }
      var facts = AccessFacts()
      if let device {
        let found = try reader.facts(ofDevices: [device])[0]
        facts.set(phone: device.text, facts: found)
        facts.set(key: key, holder: found?.holder, zones: environment.zones)
      } else {
        try Self.setHolder(of: key, in: &facts, reader)
        facts.set(key: key, holder: key.holder, zones: environment.zones)
      }
      return (key, facts)
    }
    decision = AccessPolicy.decide(facts, at: instant)
    nextValid = decision == .denied(Refusal(.notYetValid)) ? keyFacts.validFrom : nil
    localTime = environment.zones.rules(of: keyFacts.timeZone).map { rules in
      instant.rfc3339(offsetSeconds: rules.offset(at: instant).seconds)
    }
  }

  /// `outcome`, and where they apply `reason`, `detail`, `localTime`, `nextValid` and `rule`,
  /// the field that denied.
  package var json: JSONObject {
    var object: JSONObject = ["outcome": .string(decision.outcome)]
    if case .denied(let refusal) = decision {
      object["reason"] = .string(refusal.reason.rawValue)
      object["detail"] = refusal.detail.map { .string($0.text) }
      object["rule"] = refusal.rule.map { .string("\($0)") }
    }
    object["localTime"] = localTime.map(JSONValue.string)
    object["nextValid"] = nextValid.map { .string($0.rfc3339) }
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
