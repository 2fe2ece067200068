import KeywayCore
import KeywayService

/// Entries of the log for people.
struct AuditTable {
  private let names: AuditNames
  private var rows: TableStream

  init(_ names: AuditNames, to output: Output) {
    self.names = names
    rows = TableStream(
      [
        Table.Column("SEQ", .right), Table.Column("TIME"), Table.Column("KIND"),
        Table.Column("WHAT"), Table.Column("DOOR"), Table.Column("KEY"), Table.Column("WHO"),
        Table.Column("REASON"),
      ], to: output)
  }

  mutating func add(_ record: AuditRecord) throws {
    let members = record.members
    let object = members.text("object")
    let door = members.text("door") ?? (object == "door" ? members.text("id") : nil)
    let key = members.text("key") ?? (object == "key" ? members.text("id") : nil)
    try rows.add([
      Table.Cell("\(record.sequence)"),
      Table.Cell(record.at.map { names.time($0, atDoor: door) } ?? ""),
      Table.Cell(members.text("kind") ?? ""),
      what(members),
      Table.Cell(door.map(names.door) ?? ""),
      Table.Cell(key ?? ""),
      Table.Cell(who(members)),
      Table.Cell(Self.reason(members)),
    ])
  }

  /// Must be called behind the last entry.
  mutating func finish() throws { try rows.finish() }

  private func what(_ members: JSONObject) -> Table.Cell {
    if let outcome = members.text("outcome") {
      return Table.Cell(outcome, tone: outcome == "granted" ? .good : .bad)
    }
    if let state = members.text("state") {
      return Table.Cell("\(members.text("verb") ?? "") \(state)", tone: Self.tone(ofState: state))
    }
    var words = ["verb", "object"].compactMap { members.text($0) }
    if let id = members.text("id") { words.append(names.person(id)) }
    return Table.Cell((words + Self.changes(members)).joined(separator: " "))
  }

  /// The fields that were set in clear to something short, as `mode=locked_down`.
  private static func changes(_ members: JSONObject) -> [String] {
    guard members.text("verb") != "add", case .object(let set)? = members["set"] else { return [] }
    return set.members.compactMap { member in
      switch member.value {
      case .string(let text): "\(member.key)=\(text)"
      case .integer(let number): "\(member.key)=\(number)"
      case .null: "\(member.key)=-"
      default: nil
      }
    }
  }

  private static func tone(ofState state: String) -> Tone {
    switch state {
    case "acknowledged": .good
    case "failed", "unconfirmed", "expired", "interrupted": .caution
    default: .plain
    }
  }

  private func who(_ members: JSONObject) -> String {
    ["holder", "device", "actor"].compactMap { members.text($0) }.map(names.person)
      .joined(separator: ", ")
  }

  private static func reason(_ members: JSONObject) -> String {
    guard let reason = members.text("reason") else { return members.text("detail") ?? "" }
    return reason + (members.text("detail").map { " (\($0))" } ?? "")
  }
}
