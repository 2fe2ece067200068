import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct RoundTripTests {
  @Test(arguments: RegistryHouse.Place.allCases)
  func `an export imports and exports as the same bytes`(_ place: RegistryHouse.Place) throws {
    let house = try RegistryHouse(place)
    try house.load(RegistryHouse.site)
    try house.load(
      """
      {"keyway":1,"doors":[{"id":"old","name":"Old","timeZone":"UTC"}],
       "keys":[{"id":"k4","door":"old","name":"Old","state":"revoked"}]}
      """)
    _ = try house.registry.remove(.doors, ["old"], actor: house.actor)
    _ = try house.registry.remove(.devices, ["phone-2"], actor: house.actor)
    _ = try house.registry.remove(.actions, ["search"], actor: house.actor)
    let text = try house.export()
    let other = try RegistryHouse(place, seed: 99)
    try other.load(text)
    #expect(try other.export() == text)
    #expect(try house.load(text).isUnchanged)
    #expect(text.contains(#"{"id":"old","state":"removed"}"#))
  }

  @Test(arguments: [
    "🗝️ Ключ", "مفتاح الباب", "say \"open\"", "back\\slash", "𠮷野家", "two\nlines", "é", "e\u{301}",
    "\u{FFFF}\u{10FFFF}", " spaces ",
  ])
  func `names come back byte for byte`(_ name: String) throws {
    let house = try RegistryHouse(.disk)
    let quoted = String(decoding: CanonicalJSON.bytes(of: .string(name)), as: UTF8.self)
    try house.load(
      """
      {"keyway":1,"holders":[{"id":"h","name":\(quoted)}],
       "actions":[{"type":"a","title":\(quoted),"subtitle":\(quoted),"screen":"s",
         "userInfo":{\(quoted):[\(quoted)]}}]}
      """)
    #expect(try house.registry.show(.holders, "h").object["name"] == .string(name))
    let action = try house.registry.show(.actions, "a").object
    #expect(action["title"] == .string(name))
    #expect(action["userInfo"] == .object([name: .array([.string(name)])]))
    let other = try RegistryHouse()
    try other.load(try house.export())
    #expect(try other.export() == house.export())
  }

  @Test func `one accent written two ways is a change`() throws {
    let house = try RegistryHouse()
    try house.load("{\"keyway\":1,\"holders\":[{\"id\":\"h\",\"name\":\"\u{E9}\"}]}")
    let report = try house.load("{\"keyway\":1,\"holders\":[{\"id\":\"h\",\"name\":\"e\u{301}\"}]}")
    #expect(report.counts(of: .holders).changed == 1)
  }

  @Test func `missing ids are given, and the file that comes back has them`() throws {
    let house = try RegistryHouse()
    let text = """
      {"keyway":1,"doors":[{"id":"d","name":"D","timeZone":"UTC"}],
      "keys":[{"door":"d","name":"K","shortcut":{"userInfo":{"r":2.0}}},{"id":"k","door":"d","name":"K"}]}
      """
    let (file, bytes) = try SiteFile.assigningIDs(
      parsing: Array(text.utf8), environment: house.environment)
    let report = try house.registry.importSite(file, actor: house.actor)
    #expect(report.counts(of: .keys).added == 2)
    #expect(try house.load(String(decoding: bytes, as: UTF8.self)).isUnchanged)
    let id = try #require(file.entries(in: .keys).first?.id)
    #expect(id.utf8.count == 26)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"keyway":1,
        "doors":[
        {"id":"d","name":"D","timeZone":"UTC"}
        ],
        "keys":[
        {"door":"d","id":"\(id)","name":"K","shortcut":{"userInfo":{"r":{"$real":"2.0"}}}},
        {"door":"d","id":"k","name":"K"}
        ]}

        """)
  }

  @Test func `problems of a file that was given ids stand on the lines of the file`() throws {
    let house = try RegistryHouse()
    let text = "{\"keyway\":1,\"keys\":[{\"door\":\"d\",\n\"name\":\"K\"}]}"
    let file = try SiteFile.assigningIDs(
      parsing: Array(text.utf8), environment: house.environment
    ).file
    let error = try #require(throws: RegistryError.self) {
      try house.registry.importSite(file, actor: house.actor)
    }
    #expect(error.message == "line 1: keys[0].door: there is no door 'd'")
  }
}
