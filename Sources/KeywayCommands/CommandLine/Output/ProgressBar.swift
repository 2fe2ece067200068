/// How far a long command is, on one line that is drawn over again.
struct ProgressBar {
  enum Unit: Hashable, Sendable { case items, bytes }

  /// Ten times a second is as much as an eye can use.
  private static let interval = Duration.milliseconds(100)

  private let label: String
  private let total: Int?
  private let unit: Unit
  private let writer: ByteWriter?
  private let clock: () -> Duration
  private let startedAt: Duration
  private var drawnAt: Duration?
  private var done = 0

  /// Without a writer nothing is drawn; without a total there is no time left. The clock is any
  /// that never goes back.
  init(
    _ label: String, total: Int?, unit: Unit, writer: ByteWriter?,
    clock: @escaping () -> Duration
  ) {
    self.label = SafeText.escaped(label)
    self.total = total
    self.unit = unit
    self.writer = writer
    self.clock = clock
    startedAt = writer == nil ? .zero : clock()
  }

  /// `done` counts from the start, not from the last call.
  mutating func update(_ done: Int) throws(FileError) {
    guard let writer else { return }
    self.done = done
    let now = clock()
    if let drawnAt, now - drawnAt < Self.interval { return }
    drawnAt = now
    try writer.write("\r\(line(at: now))\u{1B}[K")
    try writer.flush()
  }

  /// Removes the line.
  mutating func finish() throws(FileError) {
    guard let writer, drawnAt != nil else { return }
    drawnAt = nil
    try writer.write("\r\u{1B}[K")
    try writer.flush()
  }

  /// What is drawn after that much time: done, total, rate, time left.
  func line(at now: Duration) -> String {
    let seconds = Self.seconds(now - startedAt)
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var line = "\(label) \(amount(Double(done)))"
    if let total { line += "/\(amount(Double(total)))" }
    line += " \(amount(rate))/s"
    if let total, rate > 0 {
      line += " \(Self.clockTime(Double(max(0, total - done)) / rate)) left"
    }
    return line
  }

  private func amount(_ value: Double) -> String {
    var value = value
    let step: Double = unit == .bytes ? 1024 : 1000
    var names = (unit == .bytes ? ["B", "KiB", "MiB", "GiB", "TiB"] : ["", "k", "M", "G"])[...]
    if unit == .items, value < 100_000 { return "\(Int(value))" }
    while value >= step, names.count > 1 {
      value /= step
      names = names.dropFirst()
    }
    let name = names.first ?? ""
    let tenths = Int(min(value, 1e9) * 10)
    let number = name == "B" || name.isEmpty ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return unit == .bytes ? "\(number) \(name)" : number + name
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// `m:ss`, or `h:mm:ss`; at most 99 hours.
  private static func clockTime(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 359_999).rounded(.up))
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = "\(padded(seconds % 60))"
    if seconds < 3600 { return "\(seconds / 60):\(rest)" }
    return "\(seconds / 3600):\(padded(seconds / 60 % 60)):\(rest)"
  }
}
