import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ImportTests {
  @Test(arguments: RegistryHouse.Place.allCases)
  func `importing again keeps everything and writes nothing`(_ place: RegistryHouse.Place) throws {
    let house = try RegistryHouse(place)
    let first = try house.load(RegistryHouse.site)
    #expect(
      first.json.text
        == #"""
        {"actions":{"added":1,"changed":0,"kept":0},\#
        "devices":{"added":2,"changed":0,"kept":0},"doors":{"added":2,"changed":0,"kept":0},\#
        "everyone":["k2"],"holders":{"added":2,"changed":0,"kept":0},\#
        "keys":{"added":3,"changed":0,"kept":0}}
        """#)
    #expect(try house.logSize() == 10)
    let (text, secret) = (try house.export(), try house.secret(ofDoor: "front"))
    let second = try house.load(RegistryHouse.site)
    #expect(second.isUnchanged)
    #expect(second.counts(of: .keys).kept == 3)
    #expect(second.everyone.map(\.text) == ["k2"])
    #expect(try house.logSize() == 10)
    #expect(try house.export() == text)
    #expect(try house.secret(ofDoor: "front") == secret)
  }

  @Test(arguments: ["2", "2.0", "2e0", "20E-1"])
  func `a whole number is one however it is written`(_ two: String) throws {
    let house = try RegistryHouse()
    try house.load(
      #"{"keyway":1.0,"doors":[{"id":"d","name":"D","timeZone":"Etc/UTC"}],"#
        + #""devices":[{"id":"p","shortcutLimit":\#(two)}],"#
        + #""keys":[{"id":"k","door":"d","holder":null,"name":"K","maxUses":\#(two),"rank":\#(two)}]}"#
    )
    let key = try house.store.read { try #require($0.keys([Key.ID(trusted: "k")])[0]) }.key
    #expect(key.maxUses == 2)
    #expect(key.rank == 2)
  }

  @Test func `a field that the file omits keeps its stored value`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    _ = try house.registry.setMode(
      .lockedDown, of: .ids([.init(trusted: "front")]), actor: house.actor)
    _ = try house.registry.suspend(.keys, ["k1"], actor: house.actor)
    _ = try house.registry.suspend(.holders, ["h1"], actor: house.actor)
    _ = try house.registry.suspend(.devices, ["phone-1"], actor: house.actor)
    _ = try house.registry.revoke([.init(trusted: "k2")], actor: house.actor)
    let (text, size) = (try house.export(), try house.logSize())
    #expect(try house.load(RegistryHouse.site).isUnchanged)
    #expect(try house.export() == text)
    #expect(try house.logSize() == size)
  }

  @Test func `a field that the file states changes, and nothing else`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    _ = try house.registry.setMode(.lockedDown, of: .all, actor: house.actor)
    let before = try house.export()
    let report = try house.load(
      #"{"keyway":1,"doors":[{"id":"front","mode":"normal"}]}"#)
    #expect(report.counts(of: .doors).changed == 1)
    let wanted = before.split(separator: "\n").map(String.init).map { line in
      line.contains(#""id":"front""#)
        ? line.replacing(#""mode":"locked_down""#, with: #""mode":"normal""#) : line
    }
    #expect(try house.export() == wanted.joined(separator: "\n") + "\n")
    #expect(before.contains("locked_down"))
  }

  @Test func `null clears`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    try house.load(
      """
      {"keyway":1,"doors":[{"id":"front","site":null,"exceptions":null,"lock":null,
                 "localizations":null}],
       "devices":[{"id":"phone-1","holder":null,"language":null,"shortcutLimit":null}],
       "keys":[{"id":"k1","validFrom":null,"schedule":null,"maxUses":null,"shortcut":null,
                "localizations":null}],
       "actions":[{"type":"search","subtitle":null,"icon":null,"static":null,"localizations":null}]}
      """)
    #expect(
      try house.show(.doors, "front")
        == #"""
        {"confirm":"never","exceptions":[],"id":"front","localizations":null,"lock":null,\#
        "mode":"normal",\#
        "name":"Front door","site":null,"timeZone":"Asia/Tokyo"}
        """#)
    #expect(
      try house.show(.devices, "phone-1")
        == #"""
        {"holder":null,"id":"phone-1","language":null,"platform":"ios","shortcutLimit":4,\#
        "state":"active"}
        """#)
    #expect(
      try house.show(.keys, "k1")
        == #"""
        {"door":"front","holder":"h1","id":"k1","localizations":null,"maxUses":null,\#
        "name":"Front","rank":2,\#
        "schedule":[],"shortcut":null,"state":"active","validFrom":null,"validUntil":null}
        """#)
    #expect(
      try house.show(.actions, "search")
        == #"""
        {"icon":null,"localizations":null,"rank":0,"screen":"search","static":false,"subtitle":null,\#
        "title":"Search","type":"search","userInfo":{}}
        """#)
  }

  @Test func `what a file lacks is not deleted`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    let text = try house.export()
    for file in [#"{"keyway":1}"#, #"{"keyway":1,"doors":[],"keys":[],"holders":[]}"#] {
      #expect(try house.load(file).isUnchanged)
    }
    try house.load(#"{"keyway":1,"doors":[{"id":"side","name":"Side","timeZone":"UTC"}]}"#)
    let lines = Set(try house.export().split(separator: "\n").map { $0.trimmingComma })
    #expect(lines.isSuperset(of: text.split(separator: "\n").map { $0.trimmingComma }))
  }

  @Test func `charged uses survive`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    let isCharged = try house.store.write { tx in try tx.chargeUse(of: .init(trusted: "k1")) }
    #expect(isCharged)
    try house.load(#"{"keyway":1,"keys":[{"id":"k1","name":"New name","maxUses":7}]}"#)
    #expect(try house.registry.show(.keys, "k1").uses == 1)
  }

  @Test(arguments: RegistryHouse.Place.allCases)
  func `a dry run says the same and changes nothing`(_ place: RegistryHouse.Place) throws {
    let house = try RegistryHouse(place)
    let empty = try house.export()
    let would = try house.load(RegistryHouse.site, dryRun: true)
    #expect(try house.export() == empty)
    #expect(try house.logSize() == 0)
    #expect(try house.load(RegistryHouse.site) == would)
  }

  @Test func `a removed id can be imported where nobody had it, and stays removed`() throws {
    let house = try RegistryHouse()
    let file =
      #"{"keyway":1,"doors":[{"id":"d","state":"removed"}],"holders":[{"id":"h","state":"removed"}],"actions":[{"type":"a b","state":"removed"}]}"#
    #expect(try house.load(file).counts(of: .doors).added == 1)
    #expect(try house.load(file).isUnchanged)
    #expect(try house.show(.doors, "d") == #"{"id":"d","state":"removed"}"#)
    #expect(try house.show(.actions, "a b") == #"{"state":"removed","type":"a b"}"#)
    #expect(try house.entries().map { $0["verb"] } == Array(repeating: .string("remove"), count: 3))
  }

  @Test func `a key may be handed on, or made one for everyone`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    try house.load(#"{"keyway":1,"keys":[{"id":"k1","holder":"h2"}]}"#)
    #expect(try house.registry.show(.keys, "k1").object["holder"] == .string("h2"))
    let report = try house.load(#"{"keyway":1,"keys":[{"id":"k1","holder":null}]}"#)
    #expect(report.everyone.map(\.text) == ["k1"])
  }
}

extension Substring {
  fileprivate var trimmingComma: Substring { hasSuffix(",") ? dropLast() : self }
}

extension RegistryHouse {
  func secret(ofDoor id: String) throws -> [UInt8]? {
    try store.read { reader in try reader.doors([.init(trusted: id)])[0]?.secret }
  }
}
