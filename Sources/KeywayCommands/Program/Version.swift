import KeywayCore
import KeywaySQLite

/// `keyway version`
struct Version: Command {
  /// The release that this program is.
  static let number = "0.1.0"

  static let name = "version"
  static let summary = "Print the versions of the program and of what it stands on."
  static let examples = [
    Example("keyway version --format json", "Also SQLite's and the tz database's.")
  ]

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: inout KeywayContext) throws {
    switch context.output.format {
    case .table:
      try context.output.print("keyway \(Self.number)\n")
    case .json:
      try context.print([
        "keyway": .string(Self.number),
        "sqlite": .string(SQLiteStore.engineVersion),
        "tz": .string(ZoneFiles(context.variables).version()),
      ])
    }
  }
}
