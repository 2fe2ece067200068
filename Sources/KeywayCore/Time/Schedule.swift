/// When in the week a key works: inside any one of its windows.
package struct Schedule: Hashable, Sendable {
  /// In the order given; empty means no restriction.
  package let windows: [ScheduleWindow]

  /// No windows restrict nothing.
  package init(windows: [ScheduleWindow] = []) {
    self.windows = windows
  }

  package var isUnrestricted: Bool { windows.isEmpty }
}
