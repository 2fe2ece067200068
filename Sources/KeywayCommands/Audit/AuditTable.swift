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
    try rows.add(Self.cells(record, names))
  }

  /// One line for an entry that stands alone.
  static func line(_ record: AuditRecord, _ names: AuditNames) -> String {
    cells(record, names).map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static func cells(_ record: AuditRecord, _ names: AuditNames) -> [Table.Cell] {
    let members = record.members
    let object = members.text("object")
    let door = members.text("door") ?? (object == "door" ? members.text("id") : nil)
    let key = members.text("key") ?? (object == "key" ? members.text("id") : nil)
    return [
      Table.Cell("\(record.sequence)"),
      Table.Cell(record.at.map { names.time($0, atDoor: door) } ?? ""),
      Table.Cell(members.text("kind") ?? ""),
      what(members, names),
      Table.Cell(door.map(names.door) ?? ""),
      Table.Cell(key ?? ""),
      Table.Cell(who(members, names)),
      Table.Cell(reason(members)),
    ]
  }

  /// Must be called behind the last entry.
  mutating func finish() throws { try rows.finish() }

  private static func what(_ members: JSONObject, _ names: AuditNames) -> Table.Cell {
    if let outcome = members.text("outcome") {
      let verb = members.text("verb").map { "\($0) " } ?? ""
      return Table.Cell(verb + outcome, tone: outcome == "granted" ? .good : .bad)
    }
    if let state = members.text("state") {
      return Table.Cell("\(members.text("verb") ?? "") \(state)", tone: tone(ofState: state))
    }
    var words = ["verb", "object"].compactMap { members.text($0) }
    if let id = members.text("id") { words.append(names.person(id)) }
    return Table.Cell((words + changes(members, names)).joined(separator: " "))
  }

  /// The fields that were set in clear to something short, as `mode=locked_down`.
  private static func changes(_ members: JSONObject, _ names: AuditNames) -> [String] {
    guard members.text("verb") != "add", case .object(let set)? = members["set"] else { return [] }
    return set.members.compactMap { member in
      switch member.value {
      case .string(let text): "\(member.key)=\(member.key == "device" ? names.person(text) : text)"
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

  private static func who(_ members: JSONObject, _ names: AuditNames) -> String {
    ["holder", "device", "actor"].compactMap { members.text($0) }.map(names.person)
      .joined(separator: ", ")
  }

  private static func reason(_ members: JSONObject) -> String {
    guard let reason = members.text("reason") else { return members.text("detail") ?? "" }
    return reason + (members.text("detail").map { " (\($0))" } ?? "")
  }
}
