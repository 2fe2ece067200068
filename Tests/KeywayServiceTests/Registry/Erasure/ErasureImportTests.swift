import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ErasureImportTests {
  private let house: RegistryHouse
  private let old: String

  init() throws {
    house = try RegistryHouse(.disk)
    try house.load(RegistryHouse.site)
    old = try house.export()
    _ = try house.registry.erase(
      [.init(trusted: "h1")], recordingIn: nil, actor: house.actor)
  }

  @Test func `an export imports and exports as the same bytes`() throws {
    let text = try house.export()
    #expect(try house.load(text).isUnchanged)
    let other = try RegistryHouse(seed: 99)
    try other.load(text)
    #expect(try other.export() == text)
    #expect(try other.load(text).isUnchanged)
    #expect(text.contains(#"{"id":"h1","state":"removed"}"#))
  }

  @Test func `a file from before is refused, whole`() throws {
    let error = try #require(throws: RegistryError.self) { try house.load(old) }
    let fields = error.problems.map(\.description.description)
    for words in ["holders[0].id: was removed here", "devices[0].id: was removed here"] {
      #expect(fields.contains { $0.contains(words) }, "\(error.message)")
    }
    #expect(error.message.contains("the key was erased with its holder and stays so"))
    #expect(try !house.export().contains("Aoi"))
  }

  @Test(arguments: [
    #""holder":"h1","name":"erased","state":"revoked""#, #""name":"Aoi's""#, #""holder":"h2""#,
    #""holder":null"#, #""state":"active""#, #""shortcut":{"subtitle":"Aoi"}"#, #""rank":7"#,
  ])
  func `nothing comes back to a key that was erased`(_ fields: String) throws {
    let (registry, size) = try (house.export(), house.logSize())
    let error = try #require(throws: RegistryError.self) {
      try house.load(#"{"keyway":1,"keys":[{"id":"k1",\#(fields)}]}"#)
    }
    #expect(error.message.contains("stays so"), "\(error.message)")
    #expect(try house.export() == registry)
    #expect(try house.logSize() == size)
  }

  @Test func `a file that says nothing new of it is kept`() throws {
    let file = #"{"keyway":1,"keys":[{"id":"k1","door":"front","state":"revoked"}]}"#
    #expect(try house.load(file).isUnchanged)
  }

  @Test func `nobody is given a key or a phone under an erased id`() throws {
    for text in [
      #"{"keyway":1,"keys":[{"id":"new","door":"front","holder":"h1","name":"New"}]}"#,
      #"{"keyway":1,"devices":[{"id":"new","holder":"h1"}]}"#,
      #"{"keyway":1,"devices":[{"id":"phone-1"}]}"#,
      #"{"keyway":1,"holders":[{"id":"h1","name":"Aoi"}]}"#,
    ] {
      let error = try #require(throws: RegistryError.self) { try house.load(text) }
      #expect(error.message.contains("was removed"), "\(error.message)")
    }
  }

  @Test func `a private copy for a replay has what was erased as erased`() throws {
    let copy = try RegistryHouse(seed: 7)
    try RegistryCopy().copy(from: house.store, to: copy.store)
    #expect(try copy.export() == house.export())
  }
}
