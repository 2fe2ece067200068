import KeywayCore
import KeywayService
import KeywayStore

/// What the registry calls those whom the log knows by id or pseudonym.
struct AuditNames {
  private let zones: TimeZones
  private var doors: [String: Door] = [:]
  private var people: [String: String] = [:]

  /// Reads the doors, holders and devices of the registry, the tokens, and who the local user is.
  init(in context: KeywayContext) throws {
    zones = try context.environment.zones
    var doors: [String: Door] = [:]
    var people: [String: String] = [:]
    try context.read { reader in
      try reader.forEachDoor { doors[$0.door.id.text] = $0.door }
      let actor = context.actor.name
      if let pseudonym = try reader.pseudonym(ofActor: actor) { people[pseudonym] = actor }
      try reader.forEachDevice { people[$0.pseudonym] = $0.device.id.text }
      try reader.forEachToken { people[$0.pseudonym] = $0.token.name ?? "token:\($0.token.id)" }
      try reader.forEachHolder { people[$0.pseudonym] = $0.holder.name }
    }
    self.doors = doors
    self.people = people
  }

  /// The name of a door, or its id when the registry does not have it.
  func door(_ id: String) -> String { doors[id]?.name ?? id }

  /// A holder's name, a device's id, a token's name or id, or the local user; a pseudonym that was erased stays as it is.
  func person(_ pseudonym: String) -> String { people[pseudonym] ?? pseudonym }

  /// As clocks at the door show it, with the offset; in UTC without a door or its zone.
  func time(_ instant: Timestamp, atDoor door: String?) -> String {
    guard let door = door.flatMap({ doors[$0] }), let rules = zones.rules(of: door.timeZone) else {
      return instant.rfc3339
    }
    return instant.rfc3339(offsetSeconds: rules.offset(at: instant).seconds)
  }
}
