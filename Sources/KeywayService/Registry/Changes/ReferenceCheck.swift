import KeywayCore
import KeywayStore

/// Checks what records of a file say of other records, in the file or in the store.
struct ReferenceCheck {
  private let file: SiteFile
  /// Whether the ids in the file are gone.
  private let inFile: [RegistryList: [String: Bool]]

  init(file: SiteFile) {
    self.file = file
    var inFile: [RegistryList: [String: Bool]] = [:]
    for list in [RegistryList.doors, .holders] {
      for entry in file.entries(in: list) { inFile[list, default: [:]][entry.id] = entry.isRemoved }
    }
    self.inFile = inFile
  }

  /// References to nothing, or to what is gone.
  func problems<Entity: RegistryEntity, Reader: RegistryReader & ~Copyable>(
    of changes: [RegistryChange<Entity>], in reader: borrowing Reader
  ) throws(StoreError) -> [RegistryProblem] {
    var known = inFile
    var asked: [RegistryList: Set<String>] = [:]
    for change in changes where !change.isKept {
      for reference in change.new.references where known[reference.list]?[reference.id] == nil {
        if !reference.id.isEmpty { asked[reference.list, default: []].insert(reference.id) }
      }
    }
    for door in try DoorRecord.find(asked[.doors, default: []].sorted(), in: reader) {
      if let door { known[.doors, default: [:]][door.id] = door.isRemoved }
    }
    for holder in try HolderRecord.find(asked[.holders, default: []].sorted(), in: reader) {
      if let holder { known[.holders, default: [:]][holder.id] = holder.isRemoved }
    }
    var problems: [RegistryProblem] = []
    for change in changes where !change.isKept {
      problems += change.new.references.compactMap {
        Self.problem($0, at: change.path, isRemoved: known[$0.list]?[$0.id])
      }
    }
    return problems
  }

  /// Keys and actions of the same name, whether they are in the file or in the store: a shortcut
  /// item is told by its type alone.
  func collisions<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws(StoreError) -> [RegistryProblem] {
    let keys = file.entries(in: .keys)
    let actions = file.entries(in: .actions)
    let keysInFile = Set(keys.map { ActionType(trusted: $0.id) })
    var problems: [RegistryProblem] = []
    let known = try reader.actions(keys.map { ActionType(trusted: $0.id) })
    for (entry, action) in zip(keys, known) where action != nil {
      problems.append(Self.problem(entry, "id", "an action has the type '\(entry.id)'"))
    }
    let named = actions.filter { Identifier<Key>($0.id) != nil }
    let taken = try reader.keys(named.map { Key.ID(trusted: $0.id) })
    for (entry, key) in zip(named, taken) {
      guard key != nil || keysInFile.contains(ActionType(trusted: entry.id)) else { continue }
      problems.append(Self.problem(entry, "type", "a key has the id '\(entry.id)'"))
    }
    return problems
  }

  private static func problem(
    _ reference: RegistryReference, at path: String, isRemoved: Bool?
  ) -> RegistryProblem? {
    guard !reference.id.isEmpty else { return nil }
    let field = path.isEmpty ? reference.field : "\(path).\(reference.field)"
    let name = "\(reference.list.noun) '\(reference.id)'"
    switch isRemoved {
    case nil: return RegistryProblem(path: field, message: "there is no \(name)")
    case true? where !reference.mayBeRemoved:
      return RegistryProblem(path: field, message: "\(name) was removed")
    default: return nil
    }
  }

  private static func problem(
    _ entry: SiteFile.Entry, _ field: String, _ message: String
  ) -> RegistryProblem {
    RegistryProblem(
      path: entry.path.isEmpty ? field : "\(entry.path).\(field)", message: message)
  }
}
