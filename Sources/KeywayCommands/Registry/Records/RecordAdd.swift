import KeywayCore
import KeywayService
import KeywayStore

/// `keyway door add`, and the same for holders, devices and actions.
struct RecordAdd<Record: AddableNoun>: Command {
  private static var id: Parameter<String?> {
    Positional.optional(
      Record.newIDParameter.declaration.name, Record.newID,
      help: Record.newIDParameter.declaration.help)
  }

  static var name: String { "add" }
  static var summary: String { "Add \(Record.article) and print it." }
  static var discussion: String { Record.discussion }
  static var parameters: Parameters {
    Parameters(Record.newIDParameter) + Record.Fields.added
      + Parameters(Common.because, Common.dryRun)
  }
  static var examples: [Example] { [Record.addExample] }

  private let id: String?
  private let fields: Record.Fields
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    id = try arguments[Self.id]
    fields = try Record.Fields(arguments)
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    var object: JSONObject = [:]
    if let id { object[Record.list.idMember] = .string(id) }
    for (field, value) in try fields.object(editing: nil, in: context).members {
      object[field] = value
    }
    let result = try context.registry.add(
      Record.list, object, actor: context.actor, dryRun: isRehearsal)
    try context.print(result, isRehearsal: isRehearsal)
  }
}
