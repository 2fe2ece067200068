package import KeywayCore
package import KeywayService

/// A lock that only says what it was told, and always acknowledges: the driver `simulator`.
package struct SimulatorLock: LockDriver {
  /// Takes one line of text without a line feed.
  private let sink: @Sendable (String) -> Void

  package init(sink: @escaping @Sendable (String) -> Void) {
    self.sink = sink
  }

  package func send(_ command: LockCommand, settings: JSONObject) -> LockReport {
    sink(
      "simulator: \(command.door): \(command.verb.rawValue) "
        + "(command \(command.id), until \(command.deadline.rfc3339))")
    return .acknowledged
  }
}
