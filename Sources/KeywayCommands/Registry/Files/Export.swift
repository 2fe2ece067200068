import KeywayService

/// `keyway export`
struct Export: Command {
  private static let output = Option.optional(
    "output", .path.named("FILE"), help: "The file to write, instead of standard output.")

  static let name = "export"
  static let summary = "Print the whole registry as a site file; always JSON."
  static let discussion = """
    One record a line, in the order of ids, with removed ids; it says nothing of uses and the log. \
    A file is replaced as a whole, once all of it is on the disk.
    """
  static let parameters = Parameters(output)
  static let examples = [
    Example("keyway export --output site.json", "Keep the registry as a file.")
  ]

  private let path: String?

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.output]
  }

  func run(in context: inout KeywayContext) throws {
    let output = context.output
    guard let path, path != FileInput.standardInput else {
      return try context.registry.export { try output.write($0) }
    }
    let registry = try context.registry
    try FileOutput.replace(path) { file in try registry.export { try file.write($0) } }
  }
}
