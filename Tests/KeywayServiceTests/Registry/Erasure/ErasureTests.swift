import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ErasureTests {
  private let house: RegistryHouse
  private let scratch: TemporaryDatabase

  init() throws {
    house = try RegistryHouse()
    scratch = try TemporaryDatabase()
    try house.load(RegistryHouse.site)
    try house.load(
      """
      {"keyway":1,"devices":[{"id":"phone-3","holder":"h1"},{"id":"phone-4","holder":"h2"}],
       "keys":[{"id":"k4","door":"back","holder":"h1","name":"Aoi's","state":"suspended"},
        {"id":"k7","door":"back","holder":"h1","name":"Old","state":"revoked"}]}
      """)
  }

  private func erase(_ ids: String..., dryRun: Bool = false) throws -> [String] {
    try house.registry.erase(
      ids.map { Holder.ID(trusted: $0) }, recordingIn: ErasureFile(database: scratch.path),
      actor: house.actor, dryRun: dryRun
    ).map { "\($0.record.id) \($0.kind.rawValue)" }
  }

  private var recorded: [String] {
    get throws { try ErasureFile(database: scratch.path).holders().map(\.text) }
  }

  private func keys(_ ids: String...) throws -> [KeyRecord] {
    try house.store.read { reader in
      try reader.keys(ids.map { Key.ID(trusted: $0) }).compactMap { $0 }
    }
  }

  @Test func `the person, all devices and all keys are changed, and nobody else's`() throws {
    let others = try house.export().split(separator: "\n").filter { line in
      !["\"h1\"", "phone-1", "phone-3"].contains { line.contains($0) }
    }
    #expect(
      try erase("h1") == [
        "h1 removed", "phone-1 removed", "phone-3 removed", "k1 changed", "k4 changed",
        "k7 changed",
      ])
    for id in ["phone-1", "phone-3"] { #expect(try house.registry.show(.devices, id).isRemoved) }
    let export = try house.export()
    for line in others { #expect(export.contains(line), "\(line)") }
    #expect(!export.contains("Aoi"))
  }

  @Test func `keys keep what the log has of them in clear, and have another holder and secret`()
    throws
  {
    let old = try keys("k1", "k4", "k7")
    _ = try erase("h1")
    let new = try keys("k1", "k4", "k7")
    for (old, new) in zip(old, new) {
      var wanted = old.key
      wanted.state = .revoked
      wanted.name = "erased"
      wanted.shortcut = KeyShortcut()
      wanted.localizations = .none
      wanted.holder = new.key.holder
      #expect(new.key == wanted)
      #expect(new.uses == old.uses)
      #expect(new.secret != old.secret && new.secret.count == 32)
    }
    let holders = Set(new.map(\.key.holder))
    let placeholder = try #require(holders.first ?? nil)
    #expect(holders.count == 1)
    #expect(placeholder.text.utf8.count == 26)
    #expect(try house.show(.holders, placeholder.text).contains(#""state":"removed""#))
    #expect(Set(new.map(\.secret)).count == 3)
  }

  @Test func `rows that stay have new pseudonyms and secrets`() throws {
    func rows() throws -> [RowIdentity] {
      try house.store.read { reader in
        let holders = try reader.holders([.init(trusted: "h1")]).compactMap { $0?.identity }
        let ids = ["phone-1", "phone-3"].map { Device.ID(trusted: $0) }
        return holders + (try reader.devices(ids).compactMap { $0?.identity })
      }
    }
    let old = try rows()
    _ = try erase("h1")
    for (old, new) in zip(old, try rows()) {
      #expect(old.pseudonym != new.pseudonym && old.secret != new.secret)
    }
  }

  @Test func `the log says what was done, under the old pseudonyms, and nothing more`() throws {
    let (size, old) = try (house.logSize(), house.export())
    let pseudonyms = try house.store.read { reader in
      [try reader.holders([.init(trusted: "h1")])[0]?.pseudonym]
        + (try reader.devices([.init(trusted: "phone-1"), .init(trusted: "phone-3")])
          .map { $0?.pseudonym })
    }
    #expect(old.contains("Aoi"))
    _ = try erase("h1")
    let entries = try house.entries(from: size)
    #expect(
      entries.map { "\($0.text("verb") ?? "") \($0.text("object") ?? "")" } == [
        "erase holder", "remove device", "remove device", "erase key", "erase key", "erase key",
      ])
    #expect(entries.map { $0.text("id") } == pseudonyms + ["k1", "k4", "k7"])
    let states = Array(repeating: "removed", count: 3) + Array(repeating: "revoked", count: 3)
    #expect(entries.map { $0["set"] } == states.map { .object(["state": .string($0)]) })
    #expect(entries.allSatisfy { $0.members.count == 9 })
  }

  @Test func `erasing again changes nothing and makes no entry`() throws {
    _ = try erase("h1")
    let (registry, size) = try (house.export(), house.logSize())
    #expect(try erase("h1") == ["h1 kept"])
    #expect(try house.export() == registry)
    #expect(try house.logSize() == size)
  }

  @Test func `one who was removed before is erased with the keys that are left`() throws {
    _ = try house.registry.offboard([.init(trusted: "h1")], actor: house.actor)
    _ = try house.registry.remove(.holders, ["h1"], actor: house.actor)
    let size = try house.logSize()
    #expect(try erase("h1") == ["h1 changed", "k1 changed", "k4 changed", "k7 changed"])
    #expect(
      try house.entries(from: size).map { $0.text("verb") } == Array(repeating: "erase", count: 4))
    #expect(try erase("h1") == ["h1 kept"])
  }

  @Test func `several are erased together, each once and with a placeholder of her own`() throws {
    #expect(try erase("h2", "h1", "h2").prefix(2) == ["h2 removed", "h1 removed"])
    let holders = try keys("k1", "k4", "k3").map(\.key.holder)
    #expect(holders[0] == holders[1] && holders[0] != holders[2])
    #expect(try recorded == ["h1", "h2"])
  }

  @Test func `one with nothing needs no placeholder`() throws {
    try house.load(#"{"keyway":1,"holders":[{"id":"h9","name":"N"}]}"#)
    let count = try house.export().split(separator: "\n").count
    #expect(try erase("h9") == ["h9 removed"])
    #expect(try house.export().split(separator: "\n").count == count)
  }

  @Test func `when one is unknown nobody is erased`() throws {
    let (registry, size) = try (house.export(), house.logSize())
    let error = try #require(throws: RegistryError.self) { try erase("h1", "nobody") }
    #expect(error.code == .notFound)
    #expect(error.message == "there is no holder 'nobody'")
    #expect(try house.export() == registry)
    #expect(try house.logSize() == size)
    #expect(try recorded == [])
  }

  @Test func `a dry run says the same and writes nothing, not even beside the database`() throws {
    let (registry, size) = try (house.export(), house.logSize())
    let planned = try erase("h1", dryRun: true)
    #expect(try house.export() == registry)
    #expect(try house.logSize() == size)
    #expect(try recorded == [])
    #expect(try erase("h1") == planned)
  }

  @Test(arguments: ["-erasures", "-erasures-new"])
  func `when it cannot be recorded nothing is erased`(_ suffix: String) throws {
    let (registry, size) = try (house.export(), house.logSize())
    try FileManager.default.createDirectory(
      atPath: scratch.path + suffix, withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try erase("h1") }
    #expect(try house.export() == registry)
    #expect(try house.logSize() == size)
    try FileManager.default.removeItem(atPath: scratch.path + suffix)
    #expect(try erase("h1").count == 6)
    #expect(try recorded == ["h1"])
  }

  @Test func `an older copy forgets those whom it knows, and says how many`() throws {
    let ids = ["h2", "nobody", "h1", "h2"].map { Holder.ID(trusted: $0) }
    _ = try erase("h2")
    let size = try house.logSize()
    #expect(try house.registry.applyErasures(ids, actor: house.actor) == 1)
    #expect(try house.entries(from: size).count == 6)
    #expect(try house.registry.show(.holders, "h1").isRemoved)
    #expect(try house.registry.applyErasures(ids, actor: house.actor) == 0)
    #expect(try house.logSize() == size + 6)
    #expect(try recorded == ["h2"])
  }

  @Test func `an erasure that may not have been committed is done again by what was recorded`()
    throws
  {
    let file = ErasureFile(database: scratch.path)
    try file.add([.init(trusted: "h1")])
    #expect(try house.registry.applyErasures(file.holders(), actor: house.actor) == 1)
    #expect(try !house.export().contains("Aoi"))
  }
}
