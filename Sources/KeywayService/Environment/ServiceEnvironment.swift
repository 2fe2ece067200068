package import KeywayCore
package import KeywayStore

/// What every service stands on. Clock and randomness come from here and from nowhere else, so that
/// a replay gives the same bytes at any time.
package struct ServiceEnvironment: Sendable {
  package let store: any Store
  /// The wall clock.
  package let now: @Sendable () -> Timestamp
  /// The time since some instant, on a clock that nobody can set.
  package let uptime: @Sendable () -> Duration
  /// That many random bytes.
  package let random: @Sendable (Int) -> [UInt8]
  package let zones: TimeZones

  /// - Parameter uptime: nil where the wall clock is one that only the caller moves.
  package init(
    store: any Store, now: @escaping @Sendable () -> Timestamp,
    uptime: (@Sendable () -> Duration)? = nil,
    random: @escaping @Sendable (Int) -> [UInt8], zones: TimeZones
  ) {
    self.store = store
    self.now = now
    self.uptime = uptime ?? { .milliseconds(now().milliseconds) }
    self.random = random
    self.zones = zones
  }

  /// A new id that sorts by time.
  package func makeIdentifier() -> String {
    GeneratedIdentifier.text(at: now(), random: random(GeneratedIdentifier.randomBytes))
  }

  /// A new id for a record of the list. One of a person or a phone does not tell when it was made:
  /// the entry of that moment would lead to whom an erased id belonged.
  package func makeIdentifier(in list: RegistryList) -> String {
    switch list {
    case .holders, .devices: makePseudonym()
    case .doors, .keys, .actions: makeIdentifier()
    }
  }

  /// A new random name for the log.
  package func makePseudonym() -> String {
    GeneratedIdentifier.pseudonym(random: random(GeneratedIdentifier.pseudonymBytes))
  }

  /// 32 new random bytes.
  package func makeSecret() -> [UInt8] {
    random(32)
  }
}
