/// Where a command's words go: data to one stream, everything else to another.
final class Output {
  let format: OutputFormat
  private let data: ByteWriter
  private let messages: ByteWriter
  /// Whether colour is wanted and will be seen.
  let colour: Bool

  /// Colour is for terminals, and for people who have not set `NO_COLOR` (no-color.org: any text
  /// but the empty one).
  init(format: OutputFormat, data: ByteWriter, messages: ByteWriter, noColour: String?) {
    self.format = format
    self.data = data
    self.messages = messages
    colour = (noColour ?? "").isEmpty && data.isTerminal
  }

  /// Whether the data goes to a terminal.
  var isTerminal: Bool { data.isTerminal }

  /// Text as it is, for help and scripts.
  func print(_ text: String) throws(FileError) { try data.write(text) }

  /// Bytes as they are.
  func write(_ bytes: some Sequence<UInt8>) throws(FileError) { try data.write(bytes) }

  /// One line of JSON Lines, already serialised; the line feed is added.
  func line(_ bytes: some Sequence<UInt8>) throws(FileError) {
    try data.write(bytes)
    try data.write(CollectionOfOne(0x0A))
  }

  func table(_ table: Table) throws(FileError) { try data.write(table.text(colour: colour)) }

  /// A line for people on standard error, at once and after the data that precedes it.
  func note(_ text: String) throws(FileError) {
    try data.flush()
    try messages.write(text + "\n")
    try messages.flush()
  }

  /// Must be called before the program ends; what it throws decides the exit status.
  func flush() throws(FileError) {
    try data.flush()
    try messages.flush()
  }

  /// Whether messages go to a terminal, so that it is worth while to count for a bar.
  var isWatched: Bool { messages.isTerminal }

  /// A bar on standard error; silent unless that is a terminal.
  func progress(
    _ label: String, total: Int?, unit: ProgressBar.Unit,
    clock: @escaping () -> Duration
  ) -> ProgressBar {
    ProgressBar(
      label, total: total, unit: unit, writer: messages.isTerminal ? messages : nil, clock: clock)
  }
}
