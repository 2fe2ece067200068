package import KeywayCore
package import KeywayStore

extension RegistryService {
  /// Applies a site file whole or not at all. The file is checked in itself before the store's
  /// lock is taken; when it is wrong, only reading finds out what else is.
  ///
  /// - Throws: `invalid` with every problem, first line first.
  package func importSite(
    _ file: SiteFile, actor: Actor, dryRun: Bool = false
  ) throws -> ImportReport {
    let operation = ImportOperation(file: file, environment: environment)
    return ImportReport(
      try apply(operation, actor, dryRun, isWrong: operation.isWrongInItself))
  }

  /// Checks what can be checked of a site file without a store: fields, not references. Reads time
  /// zones only.
  ///
  /// - Throws: `invalid` with every problem, first line first.
  package func check(_ file: SiteFile) throws {
    let problems = ImportOperation(file: file, environment: environment).problemsInItself
    guard problems.isEmpty else { throw RegistryError(problems: file.locating(problems)) }
  }

  /// Adds one record. `object` is one of the site file's list; without an id it gets a new one,
  /// unless it is an action.
  ///
  /// - Throws: `conflict` or `removed` when the id is taken, `invalid` when a field is wrong; paths
  ///   are then those of the object, as `validUntil`. `outsideScope`.
  package func add(
    _ list: RegistryList, _ object: JSONObject, within scope: TokenScope? = nil, actor: Actor,
    dryRun: Bool = false
  ) throws -> RegistryResult {
    var object = object
    if object[list.idMember] == nil, list != .actions {
      object[list.idMember] = .string(environment.makeIdentifier(in: list))
    }
    let id = try Self.id(of: object, in: list)
    let operation = ImportOperation(
      file: SiteFile(list, id: id, object: object), environment: environment, expectation: .new)
    return try apply(
      operation, to: list, id, RegistryCondition(nil, within: scope), actor, dryRun)
  }

  /// Changes the fields of one record that `object` has; its id may be among them.
  ///
  /// - Throws: `notFound`, `removed`, or `invalid` when a field is wrong.
  package func edit(
    _ list: RegistryList, _ id: String, _ object: JSONObject, actor: Actor, dryRun: Bool = false
  ) throws -> RegistryResult {
    let operation = ImportOperation(
      file: SiteFile(list, id: id, object: try Self.named(id, object, in: list)),
      environment: environment, expectation: .existing)
    return try apply(operation, to: list, id, RegistryCondition(nil), actor, dryRun)
  }

  /// Makes one record what `object` says, as a new one with these fields would be; adds it where
  /// there is none. What is no field stays: a key's uses, and which set a device has.
  ///
  /// - Throws: `invalid`, `removed`, and what the condition throws.
  package func replace(
    _ list: RegistryList, _ id: String, _ object: JSONObject, if condition: RegistryCondition,
    actor: Actor, dryRun: Bool = false
  ) throws -> RegistryResult {
    var operation = ImportOperation(
      file: SiteFile(list, id: id, object: try Self.named(id, object, in: list)),
      environment: environment)
    operation.isReplacing = true
    return try apply(operation, to: list, id, condition, actor, dryRun)
  }

  /// Takes the store's lock only for what is right in itself; reading throws all that is wrong.
  private func apply(
    _ operation: ImportOperation, to list: RegistryList, _ id: String,
    _ condition: RegistryCondition, _ actor: Actor, _ dryRun: Bool
  ) throws -> RegistryResult {
    if list != .keys, operation.file.entries(in: list).contains(where: \.isRemoved) {
      throw RegistryError(problems: [
        RegistryProblem(path: "state", message: "\(list.rawValue) are removed by that verb alone")
      ])
    }
    let isWrong = operation.isWrongInItself
    let guarded = GuardedOperation(wrapped: operation, list: list, id: id, condition: condition)
    guard let result = try apply(guarded, actor, dryRun, isWrong: isWrong).results.first else {
      throw StoreError(.misuse, "a change of one record gave no result")
    }
    return result
  }

  private func apply(
    _ operation: some RegistryOperation, _ actor: Actor, _ dryRun: Bool, isWrong: Bool
  ) throws -> RegistryChanges {
    if !dryRun, isWrong { _ = try perform(operation, actor: actor, dryRun: true) }
    return try perform(operation, actor: actor, dryRun: dryRun)
  }

  private static func named(
    _ id: String, _ object: JSONObject, in list: RegistryList
  ) throws(RegistryError) -> JSONObject {
    var object = object
    if let given = object[list.idMember], given != .string(id) {
      throw RegistryError(problems: [
        RegistryProblem(path: list.idMember, message: "an id cannot be changed")
      ])
    }
    object[list.idMember] = .string(id)
    return object
  }

  private static func id(of object: JSONObject, in list: RegistryList) throws(RegistryError)
    -> String
  {
    switch object[list.idMember] {
    case .string(let id)?: return id
    case let value:
      throw RegistryError(problems: [
        RegistryProblem(
          path: list.idMember,
          message: value.map { "expected a string, not \($0.kind)" } ?? "is missing")
      ])
    }
  }
}
