import KeywayCore
import KeywayService

/// `keyway config list`
struct ConfigList: Command {
  static let name = "list"
  static let summary = "List the settings with the values that hold."

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: inout KeywayContext) throws {
    let values = try context.configuration.all()
    guard context.output.format == .table else {
      for value in values { try context.print(value.members) }
      return
    }
    var table = Table([
      Table.Column("NAME"), Table.Column("VALUE"), Table.Column("SET"), Table.Column("WHAT IT IS"),
    ])
    for value in values {
      table.add([
        Table.Cell(value.setting.rawValue), Table.Cell(value.value),
        value.isSet ? "yes" : "no", Table.Cell(value.setting.summary),
      ])
    }
    try context.output.table(table)
  }
}

extension SettingsService.Value {
  /// As programs get it.
  var members: JSONObject {
    [
      "name": .string(setting.rawValue), "value": .string(value), "set": .bool(isSet),
      "default": .string(setting.defaultValue),
    ]
  }
}
