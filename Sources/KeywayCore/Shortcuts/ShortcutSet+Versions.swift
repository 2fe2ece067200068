extension ShortcutSet {
  /// The same without the omitted items that have ended for good and that the device no longer
  /// shows, because it has been given a set without them.
  ///
  /// - Parameter acknowledged: the set that the device has confirmed, or nil; then all are listed.
  package func settled(byAcknowledging acknowledged: ShortcutSet?) -> ShortcutSet {
    guard let acknowledged else { return self }
    let shown = Set(acknowledged.items.map { ActionType(trusted: $0.type) })
    var set = self
    set.omitted.removeAll { $0.reason.isFinal && !shown.contains(ActionType(trusted: $0.type)) }
    return set
  }

  /// Whether a device that has `previous` needs a new version to be given this set. Items that
  /// have ended and were listed once do not make one when they are listed no more.
  ///
  /// - Parameter acknowledged: the set that the device has confirmed, or nil.
  package func differs(from previous: ShortcutSet, acknowledged: ShortcutSet?) -> Bool {
    // Compared as they are written, byte for byte: texts that only look the same differ.
    settled(byAcknowledging: acknowledged).stored
      != previous.settled(byAcknowledging: acknowledged).stored
  }
}
