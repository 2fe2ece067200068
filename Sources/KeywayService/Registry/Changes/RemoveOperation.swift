import KeywayCore
import KeywayStore

/// Removes records that nobody needs any more; what remains of each is its id.
struct RemoveOperation: RegistryOperation {
  let list: RegistryList
  let ids: [String]
  let environment: ServiceEnvironment

  func verb(for list: RegistryList) -> RegistryVerb? { .remove }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    var changes = RegistryChanges()
    switch list {
    case .doors:
      changes.doors = try removed(in: reader)
      for id in ids {
        guard let key = try reader.unrevokedKey(onDoor: .init(trusted: id)) else { continue }
        throw inUse(id, by: .keys, key.text, "revoke its keys first")
      }
    case .holders:
      changes.holders = try removed(in: reader)
      for id in ids { try requireUnused(holder: .init(trusted: id), in: reader) }
    case .devices: changes.devices = try removed(in: reader)
    case .actions: changes.actions = try removed(in: reader)
    case .keys:
      throw RegistryError(.conflict, "a key is revoked, not removed: its id stays in use")
    }
    return changes
  }

  private func removed<Entity: RegistryEntity, Reader: RegistryReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> [RegistryChange<Entity>] {
    try RegistrySelection.live(ids, in: reader).map { record in
      RegistryChange(from: record, to: record.removed(identity: RowIdentity(new: environment)))
    }
  }

  private func requireUnused<Reader: RegistryReader & ~Copyable>(
    holder: Holder.ID, in reader: borrowing Reader
  ) throws {
    if let key = try reader.unrevokedKey(ofHolder: holder) {
      throw inUse(holder.text, by: .keys, key.text, "revoke the holder's keys first")
    }
    if let device = try reader.devices(of: holder).first?.device.id {
      throw inUse(holder.text, by: .devices, device.text, "remove the holder's devices first")
    }
  }

  private func inUse(
    _ id: String, by other: RegistryList, _ otherID: String, _ advice: String
  ) -> RegistryError {
    RegistryError(
      .inUse, "\(list.noun) '\(id)' still has \(other.noun) '\(otherID)'; \(advice)",
      ids: [otherID])
  }
}
