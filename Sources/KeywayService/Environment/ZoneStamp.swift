/// Tells one state of a zone's file from every other.
package struct ZoneStamp: Hashable, Sendable {
  /// What the file system says of the file: its number there, its size, when it was changed.
  package let state: [Int64]
  /// Whether the last change is so long past that another would be told from it. While it is not,
  /// the file is read each time.
  package let isSettled: Bool

  package init(state: [Int64], isSettled: Bool) {
    self.state = state
    self.isSettled = isSettled
  }

  /// For zones that never change while the program runs.
  package static let constant = Self(state: [], isSettled: true)
}
