import KeywayCore
import KeywayService

/// `keyway audit export`
struct AuditExport: Command {
  private static let output = Option.optional(
    "output", .path.named("FILE"), help: "The file to write, instead of standard output.")

  static let name = "export"
  static let summary =
    "Print exactly the bytes that the log's hashes are made of, one entry a line."
  static let discussion = """
    The SHA-256 of a zero byte and a line without its line feed is the entry's leaf hash (RFC \
    6962). A file is replaced as a whole, once all of it is on the disk.
    """
  static let parameters = Parameters(output)
  static let examples = [
    Example("keyway audit export --output log.jsonl", "Keep a copy for tools that are not ours.")
  ]

  private let path: String?

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments[Self.output]
  }

  func run(in context: inout KeywayContext) throws {
    let output = context.output
    guard let path, path != FileInput.standardInput else {
      return try context.audit.export(AuditFilter()) { try output.line($0) }
    }
    let audit = try context.audit
    try FileOutput.replace(path) { file in
      try audit.export(AuditFilter()) { body in
        try file.write(body)
        try file.write(CollectionOfOne(0x0A))
      }
    }
  }
}
