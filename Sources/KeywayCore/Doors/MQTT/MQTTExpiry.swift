/// How long a broker may keep a command that it could not deliver yet.
package enum MQTTExpiry {
  /// The whole seconds for a command that has so long left, or nil when no whole number of them
  /// would keep it from being late.
  ///
  /// Brokers count by the seconds of their clock and may keep a message up to one longer than they
  /// are told.
  package static func seconds(within limit: Duration) -> UInt32? {
    let whole = limit.components.seconds - 1
    return whole >= 1 ? UInt32(clamping: whole) : nil
  }
}
