import KeywayCore
import KeywayService
import KeywayStore

/// `keyway shortcut ack`
struct ShortcutAck: Command {
  private static let pairs = Positional.repeated(
    "device version", .text, atLeastOne: false,
    help: "A phone by its whole id, then the version that it has; standard input when absent.")
  private static let stdin = Flag.present(
    "stdin", help: "Read a device and a version a line from standard input.")

  static let name = "ack"
  static let summary = "Record which versions phones have been given: all of them, or none."
  static let parameters = Parameters(pairs, stdin, Common.dryRun).atMostOne(of: pairs, stdin)
  static let examples = [
    Example("keyway shortcut ack phone-1 3", "The phone has version 3."),
    Example("keyway shortcut ack --stdin < delivered.txt", "What a job has delivered."),
  ]

  /// Nil for standard input.
  private let given: [Acknowledgement]?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    isRehearsal = try arguments[Common.dryRun]
    let words = try arguments[Self.pairs]
    if words.isEmpty || words == [FileInput.standardInput] {
      given = nil
      return
    }
    guard words.count.isMultiple(of: 2) else {
      throw arguments.error(.missing, "missing the version of \(SafeText.quoted(words.last ?? ""))")
    }
    var given: [Acknowledgement] = []
    for index in stride(from: 0, to: words.count, by: 2) {
      do throws(ServiceError) {
        given.append(
          try Acknowledgement(device: words[index], version: words[index + 1], line: nil))
      } catch {
        throw arguments.error(.invalidValue, error.message)
      }
    }
    self.given = given
  }

  func run(in context: inout KeywayContext) throws {
    let all = try given ?? Self.readStandardInput()
    let versions = all.map { (device: $0.device, version: $0.version) }
    do {
      if isRehearsal {
        if let bad = try context.shortcuts.firstUnacceptable(of: versions) { throw bad.problem }
      } else {
        try context.shortcuts.acknowledge(versions)
      }
    } catch let error as ServiceError {
      guard let bad = try context.shortcuts.firstUnacceptable(of: versions),
        let line = all[bad.index].line
      else { throw error }
      throw ServiceError(bad.problem.code, "line \(line): \(bad.problem.message)")
    }
    try context.print(
      ["acknowledged": .integer(Int64(all.count))], orSay: "\(all.count) acknowledged")
    try context.noteRehearsal(isRehearsal)
  }

  private static func readStandardInput() throws -> [Acknowledgement] {
    var reader = try LineReader(FileInput.standardInput)
    var all: [Acknowledgement] = []
    while let line = try reader.next() {
      if let acknowledgement = try Acknowledgement(line) { all.append(acknowledgement) }
    }
    return all
  }
}
