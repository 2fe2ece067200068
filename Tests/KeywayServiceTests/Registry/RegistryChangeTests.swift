import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct RegistryChangeTests {
  private let house: RegistryHouse

  init() throws {
    house = try RegistryHouse()
    try house.load(RegistryHouse.site)
  }

  @Test func `a record can be added once`() throws {
    let object = try JSONObject.parsing(#"{"id":"n","name":"N","timeZone":"UTC"}"#)
    let result = try house.registry.add(.doors, object, actor: house.actor)
    #expect(result.kind == .added)
    #expect(try result.record == house.registry.show(.doors, "n"))
    let error = try #require(throws: RegistryError.self) {
      try house.registry.add(.doors, object, actor: house.actor)
    }
    #expect(error.code == .conflict)
    _ = try house.registry.remove(.doors, ["n"], actor: house.actor)
    let gone = try #require(throws: RegistryError.self) {
      try house.registry.add(.doors, object, actor: house.actor)
    }
    #expect(gone.code == .removed)
  }

  @Test func `a record without an id gets one`() throws {
    let result = try house.registry.add(.holders, ["name": .string("N")], actor: house.actor)
    #expect(result.record.id.utf8.count == 26)
    let error = try #require(throws: RegistryError.self) {
      try house.registry.add(.actions, ["title": .string("N")], actor: house.actor)
    }
    #expect(error.problems.map(\.path) == ["type"])
  }

  @Test func `problems of a single record have its own paths`() throws {
    let size = try house.logSize()
    let error = try #require(throws: RegistryError.self) {
      try house.registry.add(
        .keys, ["id": .string("n"), "door": .string("x"), "rank": .null, "maxUses": .string("")],
        actor: house.actor)
    }
    #expect(error.problems.map(\.path) == ["name", "maxUses", "door"])
    #expect(try house.logSize() == size)
  }

  @Test func `editing changes what it names, and needs a record`() throws {
    let result = try house.registry.edit(
      .keys, "k1", ["maxUses": .null, "rank": .integer(9)], actor: house.actor)
    #expect(result.kind == .changed)
    #expect(result.record.object["rank"] == .integer(9))
    #expect(result.record.object["name"] == .string("Front"))
    let kept = try house.registry.edit(.keys, "k1", ["rank": .integer(9)], actor: house.actor)
    #expect(kept.kind == .kept)
    let error = try #require(throws: RegistryError.self) {
      try house.registry.edit(.keys, "k9", [:], actor: house.actor)
    }
    #expect(error.code == .notFound)
    let renamed = try #require(throws: RegistryError.self) {
      try house.registry.edit(.keys, "k1", ["id": .string("k9")], actor: house.actor)
    }
    #expect(renamed.problems.map(\.path) == ["id"])
  }

  @Test(arguments: [(RegistryList.doors, "back", "k2"), (.holders, "h1", "k1")])
  func `what is in use is not removed`(_ list: RegistryList, _ id: String, _ key: String) throws {
    let error = try #require(throws: RegistryError.self) {
      try house.registry.remove(list, [id], actor: house.actor)
    }
    #expect(error.code == .inUse)
    #expect(error.ids == [key])
    #expect(try !house.registry.show(list, id).isRemoved)
  }

  @Test func `a holder goes after keys and devices, and leaves no trace but the id`() throws {
    _ = try house.registry.revoke([.init(trusted: "k1")], actor: house.actor)
    let error = try #require(throws: RegistryError.self) {
      try house.registry.remove(.holders, ["h1"], actor: house.actor)
    }
    #expect(error.ids == ["phone-1"])
    _ = try house.registry.remove(.devices, ["phone-1"], actor: house.actor)
    let before = try house.holder("h1")
    let removed = try house.registry.remove(.holders, ["h1"], actor: house.actor)
    #expect(removed.map(\.kind) == [.removed])
    let after = try house.holder("h1")
    #expect(after.holder.isRemoved && after.holder.name.isEmpty)
    #expect(after.pseudonym != before.pseudonym && after.secret != before.secret)
    #expect(try house.entries().last?["id"] == .string(before.pseudonym))
  }

  @Test func `keys are not removed`() throws {
    let error = try #require(throws: RegistryError.self) {
      try house.registry.remove(.keys, ["k1"], actor: house.actor)
    }
    #expect(error.code == .conflict)
  }

  @Test func `several are changed together or not at all`() throws {
    let size = try house.logSize()
    let error = try #require(throws: RegistryError.self) {
      try house.registry.revoke(["k1", "k9"].map { .init(trusted: $0) }, actor: house.actor)
    }
    #expect(error.code == .notFound)
    #expect(error.ids == ["k9"])
    #expect(try house.logSize() == size)
    let both = try house.registry.revoke(
      ["k1", "k3"].map { .init(trusted: $0) }, actor: house.actor)
    #expect(both.map(\.kind) == [.changed, .kept])
    #expect(try house.logSize() == size + 1)
  }

  @Test func `a revoked key is neither suspended nor resumed`() throws {
    let suspended = try #require(throws: RegistryError.self) {
      try house.registry.suspend(.keys, ["k3"], actor: house.actor)
    }
    let resumed = try #require(throws: RegistryError.self) {
      try house.registry.resume(.keys, ["k3"], actor: house.actor)
    }
    #expect(suspended.code == .conflict && resumed.code == .conflict)
  }

  @Test func `a mode reaches the doors that are meant`() throws {
    let site = try house.registry.setMode(
      .disabled, of: .site("Head office"), actor: house.actor)
    #expect(site.map(\.record.id) == ["front"])
    let all = try house.registry.setMode(.disabled, of: .all, actor: house.actor, dryRun: true)
    #expect(all.map(\.kind) == [.changed, .kept])
    #expect(try house.registry.show(.doors, "back").object["mode"] == .string("normal"))
    let error = try #require(throws: RegistryError.self) {
      try house.registry.setMode(.disabled, of: .site("head office"), actor: house.actor)
    }
    #expect(error.code == .notFound)
  }

  @Test func `a beginning of an id will do when it is the only one`() throws {
    #expect(try house.registry.resolve("fr", in: .doors) == "front")
    #expect(try house.registry.resolve("phone-1", in: .devices) == "phone-1")
    let error = try #require(throws: RegistryError.self) {
      try house.registry.resolve("phone", in: .devices)
    }
    #expect(error.code == .ambiguous)
    #expect(error.ids == ["phone-1", "phone-2"])
    _ = try house.registry.remove(.devices, ["phone-2"], actor: house.actor)
    #expect(try house.registry.resolve("phone", in: .devices) == "phone-1")
    #expect(try house.registry.resolve("phone-2", in: .devices) == "phone-2")
    for prefix in ["", "x"] {
      let error = try #require(throws: RegistryError.self) {
        try house.registry.resolve(prefix, in: .devices)
      }
      #expect(error.code == .notFound)
    }
  }

  @Test func `lists are filtered`() throws {
    #expect(try house.ids(.keys) { _ in } == ["k1", "k2", "k3"])
    #expect(try house.ids(.keys) { $0.door = "back" } == ["k2", "k3"])
    #expect(try house.ids(.keys) { $0.holder = .nobody } == ["k2"])
    #expect(try house.ids(.keys) { $0.holder = .holder("h2") } == ["k3"])
    #expect(try house.ids(.keys) { $0.state = "revoked" } == ["k3"])
    #expect(try house.ids(.devices) { $0.platform = "android" } == ["phone-2"])
    #expect(try house.ids(.doors) { $0.site = "Head office" } == ["front"])
    _ = try house.registry.remove(.devices, ["phone-2"], actor: house.actor)
    #expect(try house.ids(.devices) { _ in } == ["phone-1"])
    #expect(try house.ids(.devices) { $0.state = "removed" } == ["phone-2"])
  }
}

extension RegistryHouse {
  fileprivate func holder(_ id: String) throws -> HolderRecord {
    try #require(try store.read { reader in try reader.holders([.init(trusted: id)])[0] })
  }

  fileprivate func ids(
    _ list: RegistryList, _ edit: (inout RegistryFilter) -> Void
  ) throws -> [String] {
    var filter = RegistryFilter()
    edit(&filter)
    var ids: [String] = []
    try registry.list(list, where: filter) { ids.append($0.id) }
    return ids
  }
}
