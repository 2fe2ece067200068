import KeywayCore
import KeywayService
import KeywayStore

/// A record for people: one field a row.
struct RecordTable {
  private(set) var table = Table([Table.Column("FIELD"), Table.Column("VALUE")])

  /// - Parameters:
  ///   - extra: what is known beside the fields.
  ///   - zone: where validity is shown, or nil for UTC.
  init(_ record: RegistryRecord, extra: JSONObject, zone: TimeZoneRules?) {
    let text = FieldText(list: record.list, zone: zone)
    for (field, value) in record.object.members {
      table.add([Table.Cell(field), text.cell(field, value)])
    }
    for (name, value) in extra.members {
      guard case .object(let object) = value else {
        table.add([Table.Cell(name), text.cell(name, value)])
        continue
      }
      for (member, value) in object.members {
        table.add([Table.Cell("\(name).\(member)"), text.cell(member, value)])
      }
    }
  }
}
