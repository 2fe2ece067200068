import KeywayCore
import KeywayService

/// Entries of the log as comma-separated values (RFC 4180), for spreadsheets.
struct AuditCSV {
  private static let columns = [
    "seq", "at", "localTime", "kind", "outcome", "reason", "detail", "rule", "door", "doorName",
    "key", "holder", "device", "actor", "channel", "tap", "command", "verb", "object", "id",
    "state", "leaf",
  ]

  private let names: AuditNames

  init(_ names: AuditNames) {
    self.names = names
  }

  /// The names of the columns, without a line end.
  static var header: [UInt8] { line(columns) }

  /// An entry's row, without a line end. People stand in it by the registry's names.
  func row(_ record: AuditRecord) -> [UInt8] {
    let members = record.members
    let door = members.text("door") ?? (members.text("object") == "door" ? members.text("id") : nil)
    return Self.line(
      Self.columns.map { column in
        switch column {
        case "seq": "\(record.sequence)"
        case "at": record.at?.rfc3339 ?? ""
        case "localTime": record.at.map { names.time($0, atDoor: door) } ?? ""
        case "door": door ?? ""
        case "doorName": door.map(names.door) ?? ""
        case "leaf": record.leaf
        case "holder", "device", "actor", "id": members.text(column).map(names.person) ?? ""
        default: members.text(column) ?? ""
        }
      })
  }

  private static func line(_ fields: [String]) -> [UInt8] {
    Array(fields.map(field).joined(separator: ",").utf8)
  }

  /// The field, so that no program takes it for a formula or for several fields: an apostrophe
  /// stands before what a spreadsheet would compute, control characters are escaped.
  static func field(_ text: String) -> String {
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let safe = SafeText.escaped(isFormula ? "'" + text : text)
    guard safe.utf8.contains(where: { "\",".utf8.contains($0) }) else { return safe }
    return "\""
      + safe.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
