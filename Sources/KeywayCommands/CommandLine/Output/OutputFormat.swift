/// Whom the output is for: people, or programs.
enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  case table, json
}
