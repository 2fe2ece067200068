/// Parameters that several commands, or all, understand.
enum Common {
  static let database = Option.optional(
    "database", .path.named("PATH"), help: "The database, instead of $KEYWAY_DATABASE.")
  static let format = Option.defaulted(
    "format", .choice(of: OutputFormat.self), to: .table,
    help: "For people, or canonical JSON for programs.")
  /// What all commands understand.
  static let globals = Parameters(database, format)

  /// For commands that change something; the context's actor carries it.
  static let because = Option.optional(
    "because", .text, help: "Why; the log keeps it with the change.")
  /// For commands that change something.
  static let dryRun = Flag.present("dry-run", help: "Say what would happen, and change nothing.")
}
