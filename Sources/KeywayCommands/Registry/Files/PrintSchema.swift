import KeywayService

/// `keyway schema`
struct PrintSchema: Command {
  private static let schema = Positional.required(
    "name", .choice(of: Schema.self), help: "A site file, a line of a recording, a shortcut set.")

  static let name = "schema"
  static let summary = "Print the JSON Schema of a file that others write or read."
  static let parameters = Parameters(schema)
  static let examples = [
    Example("keyway schema site > site.schema.json", "For editors that check while you type.")
  ]

  private let schema: Schema

  init(_ arguments: Arguments) throws(UsageError) {
    schema = try arguments[Self.schema]
  }

  func run(in context: inout KeywayContext) throws {
    try context.output.print(String(decoding: schema.bytes, as: UTF8.self))
  }
}
