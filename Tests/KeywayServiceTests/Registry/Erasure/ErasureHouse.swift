import KeywayCore
import KeywayStore

@testable import KeywayService

/// A house on disk with two persons who do the same things, so that what is forgotten of one can be
/// told from what is never kept.
struct ErasureHouse {
  let database: TemporaryDatabase
  let house: TestHouse
  let actor = Actor(name: "user:1000")
  let driver = RecordingDriver()

  /// Everything that was ever written of a person by somebody.
  struct Person: Sendable {
    let id: String
    let name: String

    static let aoi = Person(id: "aoi", name: "Aoi")
    static let ben = Person(id: "ben", name: "Ben")

    var holder: Holder.ID { Holder.ID(trusted: id) }
    var phone: String { "\(id)-phone" }
    /// One that was removed before.
    var lost: String { "\(id)-lost" }
    var reason: String { "\(name) lost her phone" }
    /// What the tokens of the phones are called.
    var token: String { "\(name)'s telephone" }
    var badLink: String { "xxx/\(name) Mori" }
    /// Names, texts, reasons, links and ids.
    var words: [String] {
      [
        name, "\(name) Mori", "\(name) Tanaka", "\(name)'s flat", "\(name)'s cellar",
        "\(name)'s den", "Flat of \(name)", reason, "\(name) moves in", "ja-\(name)", badLink,
        id, phone, lost, token,
      ]
    }
  }

  init() throws {
    database = try TemporaryDatabase()
    house = try TestHouse(path: database.path, zones: .machine, isThrottled: true)
    try load(
      """
      {"keyway":1,"doors":[{"id":"front","name":"Front","site":"Home","timeZone":"UTC",
        "lock":{"driver":"simulator"}}],
       "keys":[{"id":"all","door":"front","name":"All"}]}
      """)
    for person in [Person.aoi, .ben] { try moveIn(person) }
    // The taps of that day are forgotten, its rejected links are not.
    house.advance(by: 9 * 86_400_000)
    for person in [Person.aoi, .ben] { try losePhone(person) }
    for person in [Person.aoi, .ben] { try live(person) }
    house.advance(by: 86_400_000)
    for person in [Person.aoi, .ben] { try live(person) }
  }

  func load(_ text: String) throws {
    _ = try house.registry.importSite(SiteFile(parsing: Array(text.utf8)), actor: actor)
  }

  func erase(_ person: Person, recordingIn file: ErasureFile? = nil) throws -> [RegistryResult] {
    try house.registry.erase(
      [person.holder], recordingIn: file, actor: Actor(name: "user:1000", because: person.reason))
  }

  private func moveIn(_ person: Person) throws {
    let (id, name) = (person.id, person.name)
    let because = Actor(name: "user:1000", because: "\(name) moves in")
    let text = """
      {"keyway":1,"holders":[{"id":"\(id)","name":"\(name) Mori"}],
       "devices":[{"id":"\(id)-phone","holder":"\(id)","language":"ja-\(name)"},
        {"id":"\(id)-lost","holder":"\(id)"}],
       "keys":[{"id":"k1-\(id)","door":"front","holder":"\(id)","name":"\(name)'s flat"},
        {"id":"k2-\(id)","door":"front","holder":"\(id)","name":"\(name)'s cellar",
         "shortcut":{"subtitle":"Flat of \(name)","userInfo":{"who":"\(name)"}}}]}
      """
    _ = try house.registry.importSite(SiteFile(parsing: Array(text.utf8)), actor: because)
    let tokens = TokenService(environment: house.environment)
    for device in ["\(id)-phone", "\(id)-lost"].map({ Device.ID(trusted: $0) }) {
      _ = try ShortcutService(environment: house.environment).issue(device)
      let order = TokenOrder(role: .device, device: device, name: person.token)
      _ = try tokens.issue(order, by: because)
      _ = try tokens.enrol(device, by: because)
    }
    try tap("early-link", link: person.badLink, device: person.phone)
  }

  private func losePhone(_ person: Person) throws {
    let (id, name) = (person.id, person.name)
    try tap("lost", link: "xxx/k1-\(id)", device: person.lost)
    try tap("lost-link", link: person.badLink, device: person.lost)
    let why = Actor(name: "user:1000", because: person.reason)
    _ = try house.registry.remove(.devices, [person.lost], actor: why)
    _ = try house.registry.suspend(.holders, [id], actor: why)
    _ = try house.registry.resume(.holders, [id], actor: why)
    _ = try house.registry.edit(
      .holders, id, ["name": .string("\(name) Tanaka")], actor: why)
    _ = try house.registry.edit(
      .keys, "k1-\(id)", ["name": .string("\(name)'s den")], actor: why)
    _ = try house.registry.revoke([Key.ID(trusted: "k2-\(id)")], actor: why)
  }

  /// What a day brings: granted, denied, rejected, repeated and conflicting taps.
  private func live(_ person: Person) throws {
    let phone = person.phone
    try tap("open", link: "xxx/k1-\(person.id)", device: phone)
    try tap("all", link: "xxx/all", device: phone)
    try tap("open", link: "xxx/all", device: phone)
    try tap("no", link: "xxx/k2-\(person.id)", device: phone)
    try tap("bad", link: person.badLink, device: phone)
    try tap("\(phone)-\(house.now.milliseconds)-1", link: "xxx/all", device: phone)
  }

  /// Decides a tap, brings its command to the lock, and lets the lock come to rest.
  private func tap(_ id: String, link: String, device: String) throws {
    let answer = try house.decide(house.tap(id, link: link, device: device))
    if answer.command != nil, answer.repeated == nil { _ = try house.dispatch(answer, driver) }
    house.advance(by: 60_000)
  }
}
