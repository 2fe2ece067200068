import KeywayCore
import KeywayService
import KeywayStore

extension KeywayContext {
  var registry: RegistryService { get throws { RegistryService(environment: try environment) } }

  /// The whole ids, all from one state of the store.
  func ids<Record: Registered>(of references: [Reference<Record>]) throws -> [String] {
    try read { reader in
      var ids: [String] = []
      for reference in references { ids.append(try reference.resolve(in: reader)) }
      return ids
    }
  }

  /// A record as in the site file, or in two columns.
  ///
  /// - Parameter extra: members that are no fields of the site file.
  func print(_ record: RegistryRecord, adding extra: JSONObject = [:]) throws {
    switch output.format {
    case .json:
      var object = record.object
      for (name, value) in extra.members { object[name] = value }
      try print(object)
    case .table:
      try output.table(RecordTable(record, extra: extra, zone: try zone(of: record)).table)
    }
  }

  /// The record that an addition or an edit left.
  func print(_ result: RegistryResult, isRehearsal: Bool) throws {
    try print(result.record)
    try noteRehearsal(isRehearsal)
  }

  /// What became of several records: each as in the site file, or a sentence about each.
  ///
  /// - Parameter done: what was done to those of a list that were not so already.
  func print(
    _ results: [RegistryResult], isRehearsal: Bool, done: (RegistryList) -> String
  ) throws {
    for result in results {
      let record = result.record
      let words = result.kind == .kept ? "unchanged" : done(record.list)
      try print(record.object, orSay: "\(record.list.noun) \(record.id): \(words)")
    }
    try noteRehearsal(isRehearsal)
  }

  func noteRehearsal(_ isRehearsal: Bool) throws {
    if isRehearsal { try note("dry run: nothing was changed") }
  }

  /// Prints each record of a list as JSON Lines, or as a row for people.
  ///
  /// - Parameter chosen: the ids that are wanted, or nil for all.
  func list(
    _ list: RegistryList, where filter: RegistryFilter, among chosen: Set<String>? = nil,
    columns: [String], row: (RegistryRecord) throws -> [Table.Cell]
  ) throws {
    var table = TableStream(columns.map { Table.Column($0) }, to: output)
    try registry.list(list, where: filter) { record in
      if let chosen, !chosen.contains(record.id) { return }
      switch output.format {
      case .json: try print(record.object)
      case .table: try table.add(row(record))
      }
    }
    try table.finish()
  }

  /// The rules of the zone in which a key's times are shown, or nil when there are none.
  private func zone(of record: RegistryRecord) throws -> TimeZoneRules? {
    guard record.list == .keys, case .string(let id)? = record.object["door"],
      let door = try read({ reader in try reader.doors([Door.ID(trusted: id)])[0] })
    else { return nil }
    return try environment.zones.rules(of: door.door.timeZone)
  }
}
