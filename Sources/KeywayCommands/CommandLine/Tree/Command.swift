/// One command: `program noun verb`, or `program command`.
///
/// A file parses, calls one service method and prints.
protocol Command<Context>: SendableMetatype {
  /// What commands work with; defined by the program.
  associatedtype Context

  /// The verb, or the word of a command without a noun.
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  /// Paragraphs divided by empty lines; lines that begin with two spaces are kept as they are.
  static var discussion: String { get }
  static var parameters: Parameters { get }
  static var exitStatuses: [ExitMeaning] { get }
  static var examples: [Example] { get }

  /// Takes its values out of the checked arguments; reads no file and no clock.
  init(_ arguments: Arguments) throws(UsageError)

  func run(in context: inout Context) throws
}

extension Command {
  static var discussion: String { "" }
  static var parameters: Parameters { Parameters() }
  static var exitStatuses: [ExitMeaning] { [] }
  static var examples: [Example] { [] }
}

/// What an exit status means for one command.
struct ExitMeaning: Hashable, Sendable {
  let status: ExitStatus
  let meaning: String

  init(_ status: ExitStatus, _ meaning: String) {
    self.status = status
    self.meaning = meaning
  }
}

/// A line that can be pasted into a shell, and what it does.
struct Example: Hashable, Sendable {
  let line: String
  let explanation: String

  init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}
