import KeywayCore
import KeywayService
import KeywayStore

/// A record as a row of its list.
struct ListRow {
  let list: RegistryList
  /// The fields behind the id.
  let fields: [String]

  func cells(of record: RegistryRecord) -> [Table.Cell] { cells(of: record, zone: nil) }

  /// - Parameter zone: where instants are shown, or nil for UTC.
  func cells(of record: RegistryRecord, zone: TimeZoneRules?) -> [Table.Cell] {
    let text = FieldText(list: list, zone: zone)
    return [Table.Cell(record.id)]
      + fields.map { field in
        record.object[field].map { text.cell(field, $0) } ?? ""
      }
  }
}

/// Options of lists.
enum ListOption {
  static let removed = Flag.present("removed", help: "Only those that were removed.")

  /// The states that records of a list can be asked for.
  enum State: String, Hashable, Sendable, CaseIterable {
    case active, suspended, removed
  }

  static let state = Option.optional(
    "state", .choice(of: State.self), help: "Only those in the state; removed ones otherwise not.")
}
