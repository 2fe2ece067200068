package import KeywayCore

/// Decides one recording on two registries, line by line, and finds the taps that a person at the
/// door would see differ. What the recording expects is not looked at.
package final class ReplayComparison {
  /// A replay, and what its registry is called in errors.
  package struct Side {
    package let replayer: TapReplayer
    package let name: String

    package init(_ replayer: TapReplayer, name: String) {
      self.replayer = replayer
      self.name = name
    }
  }

  private let here: Side
  private let there: Side
  private var order = RecordingOrder()
  package private(set) var summary = ComparisonSummary()

  package init(_ here: Side, against there: Side) {
    self.here = here
    self.there = there
  }

  /// Begins another file, whose instants may lie before those of the last one.
  package func beginFile() {
    order = RecordingOrder()
    here.replayer.beginFile()
    there.replayer.beginFile()
  }

  /// Replays the next line of the file on both registries; nil when it has no tap that differs.
  /// Blocks.
  ///
  /// - Throws: ``RecordingError`` for a line that cannot stand here, or not in one of the
  ///   registries, which is then named; `StoreError`.
  package func replay(_ line: RecordingLine) throws -> TapDifference? {
    try order.check(line)
    let outputs = (try output(of: line, here), try output(of: line, there))
    // Which deliveries are a tap, and when it is handed over, does not depend on the registry.
    guard let mine = Self.tap(in: outputs.0), let other = Self.tap(in: outputs.1) else {
      return nil
    }
    if mine["of"] != nil, other["of"] != nil { return nil }
    let difference = TapDifference(line, mine, other)
    summary.count(difference)
    return difference
  }

  private func output(of line: RecordingLine, _ side: Side) throws -> JSONObject {
    do {
      return try side.replayer.replay(line).output
    } catch let error as RecordingError {
      throw RecordingError(
        line: error.line, field: error.field, column: error.column,
        message: "\(error.message) (in the registry of \(side.name))")
    }
  }

  /// What the line says of a tap that was decided on it, or handed over by it.
  private static func tap(in output: JSONObject) -> JSONObject? {
    if case .object(let tap)? = output["handedOver"] { return tap }
    switch output.text("outcome") {
    case "granted", "denied", "opened": return output
    default: return nil
    }
  }
}
