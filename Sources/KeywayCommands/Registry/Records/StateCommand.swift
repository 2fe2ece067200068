import KeywayCore
import KeywayService
import KeywayStore

/// A command that puts several records of one list into another state, all or none.
protocol StateCommand: Command where Context == KeywayContext {
  associatedtype Record: RecordNoun

  /// What is said of a record of the list that was changed.
  static func done(to list: RegistryList) -> String

  init(_ request: StateRequest<Record>)

  var request: StateRequest<Record> { get }

  /// Asks the registry for the change of the records named; a dry run reads only. Blocks.
  func change(
    _ ids: [String], in registry: RegistryService, actor: Actor, dryRun: Bool
  ) throws -> [RegistryResult]
}

/// Which records a state command is about, and whether it only says what would happen.
struct StateRequest<Record: RecordNoun>: Sendable {
  let references: [Reference<Record>]
  let isRehearsal: Bool
}

extension StateCommand {
  static var parameters: Parameters {
    Parameters(Record.several, Common.because, Common.dryRun)
  }

  init(_ arguments: Arguments) throws(UsageError) {
    self.init(
      StateRequest(
        references: try arguments[Record.several], isRehearsal: try arguments[Common.dryRun]))
  }

  func run(in context: inout KeywayContext) throws {
    let ids = try context.ids(of: request.references)
    let results = try change(
      ids, in: context.registry, actor: context.actor, dryRun: request.isRehearsal)
    try context.print(results, isRehearsal: request.isRehearsal, done: Self.done)
  }
}
