import KeywayCore
import KeywayService
import KeywayStore

/// `keyway lock list`
struct LockList: Command {
  static let name = "list"
  static let summary = "List doors' locks with what they reported last."
  static let discussion = """
    A state is shown only when the lock has reported it since it was told something last; else it \
    is unknown. 'lock test' asks.
    """

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: inout KeywayContext) throws {
    let locks = try context.locks.all()
    guard context.output.format == .table else {
      for (door, known) in locks { try context.print(Self.members(door, known)) }
      return
    }
    var table = Table(["DOOR", "DRIVER", "STATE", "BATTERY", "LAST SEEN"].map { Table.Column($0) })
    for (door, known) in locks {
      table.add([
        Table.Cell(door.id.text), Table.Cell(door.lock?.text("driver") ?? ""),
        Table.Cell(
          known.shown.rawValue, tone: known.shown == .jammed ? .bad : .plain),
        Table.Cell(known.battery.map { "\($0)%" } ?? "-"),
        Table.Cell(known.seenAt?.rfc3339 ?? "-"),
      ])
    }
    try context.output.table(table)
  }

  private static func members(_ door: Door, _ known: StoredLockState) -> JSONObject {
    var members: JSONObject = [
      "door": .string(door.id.text), "driver": .string(door.lock?.text("driver") ?? ""),
      "state": .string(known.shown.rawValue),
    ]
    members["battery"] = known.battery.map { .integer(Int64($0)) }
    members["reportedAt"] = known.reportedAt.map { .string($0.rfc3339) }
    members["seenAt"] = known.seenAt.map { .string($0.rfc3339) }
    members["toldAt"] = known.toldAt.map { .string($0.rfc3339) }
    return members
  }
}
