import KeywayCore
import KeywayStore

/// Takes everything from holders that says who they were: their names, their devices, what their
/// keys are called and whose they are, and the random bytes by which the log could be led back to
/// them.
struct EraseOperation: RegistryOperation {
  let ids: [String]
  let environment: ServiceEnvironment

  func verb(for list: RegistryList) -> RegistryVerb? {
    list == .devices ? .remove : .erase
  }

  /// What is to change, and what must be there before and is nobody's.
  struct Plan {
    var changes = RegistryChanges()
    /// The removed holders that erased keys are given, one for the keys of each holder.
    var placeholders: [HolderRecord] = []
  }

  func plan<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> RegistryChanges {
    try planWithPlaceholders(in: reader).changes
  }

  func planWithPlaceholders<Reader: StoreReader & ~Copyable>(
    in reader: borrowing Reader
  ) throws -> Plan {
    var plan = Plan()
    for holder: HolderRecord in try RegistrySelection.known(ids, in: reader) {
      let devices = try reader.devices(of: holder.holder.id)
      let keys = try reader.keys(of: holder.holder.id).sorted { $0.key.id < $1.key.id }
      // A removed holder without either was erased before, or has nothing to erase.
      let isErased = holder.isRemoved && devices.isEmpty && keys.isEmpty
      plan.changes.holders.append(
        RegistryChange(
          from: holder, to: isErased ? holder : holder.removed(identity: newIdentity),
          isRenewed: !isErased))
      plan.changes.devices += devices.map { record in
        RegistryChange(from: record, to: record.removed(identity: newIdentity))
      }
      plan.add(keys: keys, environment: environment)
    }
    return plan
  }

  private var newIdentity: RowIdentity { RowIdentity(new: environment) }
}

extension EraseOperation.Plan {
  fileprivate mutating func add(keys: [KeyRecord], environment: ServiceEnvironment) {
    if keys.isEmpty { return }
    let id = environment.makeIdentifier(in: .holders)
    let placeholder = HolderRecord.make(id: id, identity: RowIdentity(new: environment))
      .removed(identity: RowIdentity(new: environment))
    placeholders.append(placeholder)
    changes.keys += keys.map { record in
      let identity = RowIdentity(new: environment)
      return RegistryChange(
        from: record, to: record.erased(holder: placeholder.holder.id, identity: identity))
    }
  }
}
