package import KeywayCore

/// Which entries of the log are wanted; nil asks for nothing.
package struct AuditFilter: Hashable, Sendable {
  package var key: Key.ID?
  package var door: Door.ID?
  /// Entries of any door of the site.
  package var site: String?
  package var holder: Holder.ID?
  package var device: Device.ID?
  /// A local user or token, as ``Actor/name`` has it.
  package var actor: String?
  /// `granted` or `denied`.
  package var outcome: String?
  /// A ``Refusal/Reason``.
  package var reason: String?
  /// Inclusive.
  package var since: Timestamp?
  /// Exclusive.
  package var until: Timestamp?

  package init() {}
}
