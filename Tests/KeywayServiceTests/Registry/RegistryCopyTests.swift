import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct RegistryCopyTests {
  @Test(arguments: [false, true])
  func `a copy has the registry and nothing else`(_ resetsUses: Bool) throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    let many = (0..<2500).map { #"{"id":"m\#($0)","name":"M"}"# }.joined(separator: ",")
    try house.load(#"{"keyway":1,"holders":[\#(many)]}"#)
    _ = try house.registry.remove(.holders, ["m7"], actor: house.actor)
    let phone = Device.ID(trusted: "phone-1")
    try house.store.write { tx in
      _ = try tx.chargeUse(of: .init(trusted: "k1"))
      try tx.setSetting("tap.maxAge", to: "10s")
      for version in Int64(1)...4 { try tx.save(.example(version), of: phone) }
      try tx.acknowledge(2, by: phone)
    }
    let other = try RegistryHouse(seed: 5)
    try RegistryCopy(resetsUses: resetsUses).copy(from: house.store, to: other.store)
    #expect(try other.export() == house.export())
    #expect(try other.logSize() == 0)
    #expect(try other.registry.show(.keys, "k1").uses == (resetsUses ? 0 : 1))
    for id in ["h1", "m7", "m2499"] {
      #expect(try other.holder(id) == house.holder(id))
    }
    let (settings, last, acknowledged, device) = try other.store.read { reader in
      (
        try reader.settings(), try reader.lastSet(of: phone),
        try reader.set(of: phone, version: 2), try reader.devices([phone])[0]
      )
    }
    #expect(settings == ["tap.maxAge": "10s"])
    #expect(last?.version == 4)
    #expect(acknowledged?.version == 2)
    #expect(device?.acknowledgedVersion == 2)
  }
}

extension IssuedSet {
  fileprivate static func example(_ version: Int64) -> Self {
    Self(
      version: version, issuedAt: Timestamp(milliseconds: version),
      content: ShortcutSet(items: [], omitted: []))
  }
}

extension RegistryHouse {
  fileprivate func holder(_ id: String) throws -> HolderRecord? {
    try store.read { reader in try reader.holders([.init(trusted: id)])[0] }
  }
}
