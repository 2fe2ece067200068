import KeywayCore
import KeywayStore

/// Puts doors into a mode.
struct ModeOperation: RegistryOperation {
  let doors: DoorSelection
  let mode: Door.Mode

  func verb(for list: RegistryList) -> RegistryVerb? { .mode }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    changes.doors = try selected(in: reader).map { old in
      var new = old
      new.door.mode = mode
      return RegistryChange(from: old, to: new)
    }
    return changes
  }

  private func selected<Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [DoorRecord] {
    var found: [DoorRecord] = []
    switch doors {
    case .ids(let ids): return try RegistrySelection.live(ids.map(\.text), in: reader)
    case .all: try reader.forEachDoor { if !$0.isRemoved { found.append($0) } }
    case .site(let site):
      try reader.forEachDoor { record in
        guard !record.isRemoved, let own = record.door.site else { return }
        if own.utf8.elementsEqual(site.utf8) { found.append(record) }
      }
      guard !found.isEmpty else {
        throw RegistryError(.notFound, "no door belongs to the site '\(site)'")
      }
    }
    return found
  }
}
