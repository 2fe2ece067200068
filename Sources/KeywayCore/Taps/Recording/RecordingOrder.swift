/// Sees to it that instants never go back from line to line of one file.
package struct RecordingOrder: Sendable {
  private var last: Timestamp?

  package init() {}

  /// Checks the next line of the file.
  package mutating func check(_ line: borrowing RecordingLine) throws(RecordingError) {
    if let last, line.at < last {
      throw RecordingError(
        line: line.number, field: "at",
        message: "is \(line.at.rfc3339), earlier than \(last.rfc3339) before it")
    }
    last = line.at
  }
}
