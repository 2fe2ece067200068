package import KeywayCore
import KeywayCrypto
import KeywayStore

/// Takes operators' own words to doors: not a tap, and no key decides.
package struct DoorOrderService: Sendable {
  private let environment: ServiceEnvironment
  private let owners: any CommandOwners

  package init(environment: ServiceEnvironment, owners: any CommandOwners) {
    self.environment = environment
    self.owners = owners
  }

  /// Writes what was ordered of each door, once for each, and the commands that follow, all in one
  /// transaction. No lock has been told anything yet. Blocks.
  ///
  /// - Throws: ``RegistryError`` `notFound` or `removed` for the first door that is not there;
  ///   `outsideScope`; `StoreError`; then nothing is ordered of any.
  package func order(
    _ verb: LockCommand.Verb, of doors: [Door.ID], within scope: TokenScope? = nil, by actor: Actor
  ) throws -> [DoorOrder] {
    try environment.store.write { transaction in
      let uptime = environment.uptime()
      let now = environment.now()
      let records = try Self.records(of: doors, within: scope, in: transaction)
      let settings = try ServiceSettings(transaction.settings())
      let log = LogAppender(after: try transaction.logSize(), hasher: SHA256Hasher())
      let pseudonym = try actor.pseudonym(in: transaction, environment: environment)
      let because = try actor.hashedReason(in: transaction)
      var flights = CommandFlights(verb: verb, now: now, deadline: settings.commandDeadline)
      var orders: [DoorOrder] = []
      for record in records {
        let outcome = try outcome(
          of: record.door, &flights, pseudonym, uptime, log: log, in: transaction)
        orders.append(DoorOrder(door: record.door.id, outcome: outcome))
        log.append(entry(of: record.door.id, verb, outcome, now, pseudonym, because))
      }
      try log.finish(in: transaction)
      try transaction.add(flights.added, taps: [])
      return orders
    }
  }

  /// What would become of it now, without writing anything. Blocks.
  package func rehearse(
    _ verb: LockCommand.Verb, of doors: [Door.ID], within scope: TokenScope? = nil
  ) throws -> [(door: Door.ID, refusal: String?)] {
    try environment.store.read { reader in
      let records = try Self.records(of: doors, within: scope, in: reader)
      return records.map { record in
        let refusal = record.door.refusal(of: verb)?.rawValue
        return (record.door.id, refusal ?? (record.door.lock == nil ? "no_lock" : nil))
      }
    }
  }

  private static func records<Reader: RegistryReader & ~Copyable>(
    of doors: [Door.ID], within scope: TokenScope?, in reader: borrowing Reader
  ) throws -> [DoorRecord] {
    let records: [DoorRecord] = try RegistrySelection.live(doors.map(\.text), in: reader)
    if let scope, let other = records.first(where: { !scope.contains($0.door) }) {
      throw RegistryError(
        .outsideScope, "door '\(other.id)' lies outside what the token is for", ids: [other.id])
    }
    return records
  }

  private func outcome(
    of door: Door, _ flights: inout CommandFlights, _ actor: String, _ uptime: Duration,
    log: LogAppender, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) -> DoorOrder.Outcome {
    if let reason = door.refusal(of: flights.verb) { return .refused(reason, wait: nil) }
    _ = try flights.find(onDoor: door.id, owners: owners, log: log, in: transaction)
    if let wait = flights.wait(onDoor: door.id) { return .refused(.busy, wait: wait) }
    let (id, joining) = flights.command(
      onDoor: door.id, owner: owners.own, actor: actor, makeID: environment.makeIdentifier)
    switch joining {
    case .new: return .new(id, deadline: uptime + .milliseconds(flights.deadline))
    case .coalesced: return .coalesced(id)
    }
  }

  private func entry(
    of door: Door.ID, _ verb: LockCommand.Verb, _ outcome: DoorOrder.Outcome, _ now: Timestamp,
    _ actor: String, _ because: JSONValue?
  ) -> JSONObject {
    var members: JSONObject = [
      "v": .integer(1), "kind": .string("administration"), "at": .string(now.rfc3339),
      "actor": .string(actor), "verb": .string(verb.rawValue), "object": .string("door"),
      "id": .string(door.text),
    ]
    members["because"] = because
    switch outcome {
    case .new(let id, _), .coalesced(let id):
      members["outcome"] = .string("granted")
      members["command"] = .string(id.text)
    case .refused(let reason, _):
      members["outcome"] = .string("denied")
      members["reason"] = .string(reason.rawValue)
    }
    return members
  }
}
