import KeywayCore

/// Entries as decisions make them, without end and the same in every run; all but their sequence
/// numbers is written beforehand.
struct LogEntries {
  /// What stands around an entry's sequence number.
  struct Entry {
    let head: [UInt8]
    let tail: [UInt8]

    func write(_ sequence: Int64, to writer: inout JSONWriter) {
      writer.raw(head)
      writer.integer(sequence)
      writer.raw(tail)
    }
  }

  private var generator: BenchmarkGenerator
  private var now = TapSite.start
  /// Doors, keys, phones and holders, which come again and again.
  private let names: [String]

  init(seed: UInt64) {
    var generator = BenchmarkGenerator(seed: seed)
    names = (0..<20_000).map { generator.id(at: TapSite.start - 2_000_000 + Int64($0)) }
    self.generator = generator
  }

  mutating func next(_ count: Int) -> [Entry] {
    (0..<count).map { _ in next() }
  }

  /// The members of DecisionEntry, as TapStream's taps fill them.
  private mutating func next() -> Entry {
    now += Int64(generator.below(50))
    let isLink = generator.below(2) == 0
    let isDenied = generator.below(12) == 0
    var writer = JSONWriter()
    writer.raw("{\"at\":")
    writer.timestamp(Timestamp(milliseconds: now))
    writer.raw(",\"channel\":")
    writer.id(isLink ? "openURL" : "scenePerformAction")
    if !isDenied { writeID(",\"command\":", to: &writer) }
    let hasDevice = generator.below(20) > 0
    if hasDevice { writeName(",\"device\":", to: &writer) }
    writeName(",\"door\":", to: &writer)
    writer.raw(isLink ? ",\"form\":\"custom\"" : ",\"form\":\"item\"")
    if hasDevice { writeName(",\"holder\":", to: &writer) }
    writeName(",\"key\":", to: &writer)
    writer.raw(",\"kind\":\"decision\",\"outcome\":")
    writer.raw(isDenied ? "\"denied\",\"reason\":\"wrong_holder\"" : "\"granted\"")
    if isDenied { writer.raw(",\"rule\":\"key.holder\"") }
    writer.raw(",\"seq\":")
    let head = writer.copy()
    writer.removeAll()
    writeID(",\"tap\":", to: &writer)
    writer.raw(",\"tappedAt\":")
    writer.timestamp(Timestamp(milliseconds: now - Int64(generator.below(5_000))))
    writer.raw(",\"v\":1}")
    return Entry(head: head, tail: writer.copy())
  }

  private mutating func writeID(_ member: StaticString, to writer: inout JSONWriter) {
    writer.raw(member)
    writer.id(generator.id(at: now))
  }

  private mutating func writeName(_ member: StaticString, to writer: inout JSONWriter) {
    writer.raw(member)
    writer.id(names[generator.below(names.count)])
  }
}
