import KeywayCore
import KeywayStore

/// Compares a site file with the store; nothing that the file lacks is touched.
struct ImportOperation: RegistryOperation {
  /// What a single record's id must be.
  enum Expectation: Sendable {
    case new, existing, either
  }

  let file: SiteFile
  let environment: ServiceEnvironment
  var expectation = Expectation.either
  /// Whether an absent field is cleared, rather than kept.
  var isReplacing = false

  func verb(for list: RegistryList) -> RegistryVerb? { nil }

  /// Whether something is wrong whatever the store holds.
  var isWrongInItself: Bool { !problemsInItself.isEmpty }

  /// What is wrong whatever the store holds.
  var problemsInItself: [RegistryProblem] {
    file.problems + namelessProblems + problems(of: DoorRecord.self)
      + problems(of: HolderRecord.self)
      + problems(of: DeviceRecord.self) + problems(of: KeyRecord.self)
      + problems(of: ActionRecord.self)
  }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var problems = file.problems + namelessProblems
    var changes = RegistryChanges()
    changes.doors = try compare(with: reader, &problems)
    changes.holders = try compare(with: reader, &problems)
    changes.devices = try compare(with: reader, &problems)
    changes.keys = try compare(with: reader, &problems)
    changes.actions = try compare(with: reader, &problems)
    let check = ReferenceCheck(file: file)
    problems += try check.problems(of: changes.devices, in: reader)
    problems += try check.problems(of: changes.keys, in: reader)
    problems += try check.collisions(in: reader)
    guard problems.isEmpty else { throw RegistryError(problems: file.locating(problems)) }
    return changes
  }

  /// What else is wrong with objects that have no usable id.
  private var namelessProblems: [RegistryProblem] {
    problems(ofNameless: DoorRecord.self) + problems(ofNameless: HolderRecord.self)
      + problems(ofNameless: DeviceRecord.self) + problems(ofNameless: KeyRecord.self)
      + problems(ofNameless: ActionRecord.self)
  }

  private func problems<Entity: RegistryEntity>(of _: Entity.Type) -> [RegistryProblem] {
    problems(in: file.entries(in: Entity.list), of: Entity.self)
  }

  private func problems<Entity: RegistryEntity>(ofNameless _: Entity.Type) -> [RegistryProblem] {
    problems(in: file.namelessEntries(in: Entity.list), of: Entity.self)
  }

  private func problems<Entity: RegistryEntity>(
    in entries: [SiteFile.Entry], of _: Entity.Type
  ) -> [RegistryProblem] {
    entries.flatMap { entry in
      var record = Entity.make(id: entry.id, identity: .none)
      return read(entry, into: &record, isNew: false)
    }
  }

  private func compare<Entity: RegistryEntity, Reader: StoreReader & ~Copyable>(
    with reader: borrowing Reader, _ problems: inout [RegistryProblem]
  ) throws -> [RegistryChange<Entity>] {
    let entries = file.entries(in: Entity.list)
    guard !entries.isEmpty else { return [] }
    let stored: [Entity?] = try Entity.find(entries.map(\.id), in: reader)
    var changes: [RegistryChange<Entity>] = []
    changes.reserveCapacity(entries.count)
    for (entry, old) in zip(entries, stored) {
      try expect(entry, old)
      let base =
        (isReplacing ? old?.cleared : old)
        ?? .make(id: entry.id, identity: RowIdentity(new: environment))
      var new = base
      var found = standingProblems(entry, old)
      if found.isEmpty { found = read(entry, into: &new, isNew: old == nil || isReplacing) }
      if let old, found.isEmpty || !isReplacing, let problem = old.problem(changingTo: new) {
        found.append(Self.problem(entry, problem.field, problem.message))
      }
      if entry.isRemoved, old == nil, Entity.self != KeyRecord.self {
        new = base.removed(identity: base.identity)
      }
      problems += found
      changes.append(RegistryChange(from: old, to: new, path: entry.path))
    }
    return changes
  }

  private func expect<Entity: RegistryEntity>(_ entry: SiteFile.Entry, _ old: Entity?) throws {
    let name = "\(Entity.list.noun) '\(entry.id)'"
    switch (expectation, old) {
    case (.new, let old?) where old.isRemoved, (.existing, let old?) where old.isRemoved:
      throw RegistryError(
        .removed, "\(name) was removed, and its id is not used again", ids: [entry.id])
    case (.new, .some):
      throw RegistryError(.conflict, "there is a \(name) already", ids: [entry.id])
    case (.existing, nil):
      throw RegistryError(.notFound, "there is no \(name)", ids: [entry.id])
    default: break
    }
  }

  /// What is wrong between an id that is gone and one that is not.
  private func standingProblems<Entity: RegistryEntity>(
    _ entry: SiteFile.Entry, _ old: Entity?
  ) -> [RegistryProblem] {
    guard Entity.self != KeyRecord.self else { return [] }
    switch (entry.isRemoved, old) {
    case (true, let old?) where !old.isRemoved:
      return [Self.problem(entry, "state", "is not removed here, and an import removes nothing")]
    case (false, let old?) where old.isRemoved:
      let member = Entity.list.idMember
      return [Self.problem(entry, member, "was removed here, and its id is not used again")]
    default: return []
    }
  }

  private func read<Entity: RegistryEntity>(
    _ entry: SiteFile.Entry, into record: inout Entity, isNew: Bool
  ) -> [RegistryProblem] {
    let member = Entity.list.idMember
    if entry.isRemoved, Entity.self != KeyRecord.self {
      var fields = FieldReader(entry.object, path: entry.path)
      for field in entry.object.members where field.key != member && field.key != "state" {
        fields.report(field.key, "a removed id has no other fields")
      }
      return fields.problems
    }
    var fields = FieldReader(entry.object, path: entry.path, isNew: isNew)
    fields.expectOnly([member] + Entity.fields)
    record.read(&fields, zones: environment.zones)
    return fields.problems
  }

  private static func problem(
    _ entry: SiteFile.Entry, _ field: String, _ message: String
  ) -> RegistryProblem {
    RegistryProblem(
      path: entry.path.isEmpty ? field : "\(entry.path).\(field)", message: message)
  }
}
