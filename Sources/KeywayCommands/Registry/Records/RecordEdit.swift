import KeywayCore
import KeywayService
import KeywayStore

/// `keyway door edit`, and the same for the other lists.
struct RecordEdit<Record: RecordNoun>: Command {
  static var name: String { "edit" }
  static var summary: String { "Change fields of \(Record.article) and print it." }
  static var discussion: String {
    let start = "Whatever is not named stays as it is."
    return Record.discussion.isEmpty ? start : start + "\n\n" + Record.discussion
  }
  static var parameters: Parameters {
    Parameters(Record.one) + Record.Fields.edited + Parameters(Common.because, Common.dryRun)
  }
  static var examples: [Example] { [Record.editExample] }

  private let reference: Reference<Record>
  private let fields: Record.Fields
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    reference = try arguments[Record.one]
    guard Record.Fields.edited.all.contains(where: { arguments.contains($0) }) else {
      throw arguments.error(.missing, "nothing to change: name at least one field")
    }
    fields = try Record.Fields(arguments)
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let id = try context.ids(of: [reference])[0]
    let object = try fields.object(editing: id, in: context)
    let result = try context.registry.edit(
      Record.list, id, object, actor: context.actor, dryRun: isRehearsal)
    try context.print(result, isRehearsal: isRehearsal)
  }
}
