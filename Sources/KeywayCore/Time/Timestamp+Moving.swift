extension Timestamp {
  /// The instant that many seconds later; stays at the ends of what a timestamp can be.
  func moved(bySeconds seconds: Int) -> Self {
    let (sum, isOver) = milliseconds.addingReportingOverflow(Int64(seconds) * 1000)
    return Self(milliseconds: isOver ? (seconds < 0 ? .min : .max) : sum)
  }
}
