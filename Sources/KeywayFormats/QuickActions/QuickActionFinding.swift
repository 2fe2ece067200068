/// Something that is to be said about a file of quick actions.
package struct QuickActionFinding: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Sendable, CaseIterable {
    /// The entry, or without one the file, cannot be used.
    case error
    /// Something of the file is not used, or not as it was meant.
    case warning
    /// Nothing is wrong, but a phone may not show what is expected.
    case note
  }

  package let severity: Severity
  /// The place of the entry among the items, from 0; nil for the file.
  package let index: Int?
  /// `UIApplicationShortcutItems[2].UIApplicationShortcutItemTitle`.
  package let path: String
  /// In words that follow the path.
  package let message: String

  package init(_ severity: Severity, index: Int? = nil, path: String, _ message: String) {
    self.severity = severity
    self.index = index
    self.path = path
    self.message = message
  }

  /// `error: UIApplicationShortcutItems[2].UIApplicationShortcutItemTitle: is missing`.
  package var description: String {
    "\(severity.rawValue): \(path.isEmpty ? "" : "\(path): ")\(message)"
  }
}
