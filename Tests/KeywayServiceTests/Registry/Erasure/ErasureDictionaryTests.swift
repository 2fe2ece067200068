import KeywayCore
import KeywayCrypto
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ErasureDictionaryTests {
  private let house: ErasureHouse

  init() throws {
    house = try ErasureHouse()
  }

  private func dictionary() throws -> LogDictionary {
    try LogDictionary(path: house.database.path)
  }

  @Test func `nothing in the log leads back to who was erased, and all of it to the other`() throws
  {
    let before = try dictionary()
    let ways = Set(LogDictionary.Route.allCases).subtracting([.clear])
    let ben = try before.entries(of: .ben)
    #expect(Set(ben.keys) == ways)
    #expect(Set(try before.entries(of: .aoi).keys) == ways)
    _ = try house.erase(.aoi)
    let after = try dictionary()
    #expect(try after.entries(of: .aoi) == [:])
    let still = try after.entries(of: .ben)
    // What was remembered of the phone that was lost before went with that of all such phones.
    let ofTaps: Set<LogDictionary.Route> = [.taps, .commands, .links, .throttles]
    for way in ways.subtracting(ofTaps) { #expect(still[way] == ben[way]) }
    for way in ofTaps {
      #expect(still[way]?.isStrictSubset(of: try #require(ben[way])) == true)
    }
  }

  @Test func `no pseudonym that is left stands in an entry of who was erased`() throws {
    let before = try dictionary()
    let own = try before.entries(of: .aoi)[.pseudonym] ?? []
    _ = try house.erase(.aoi)
    let after = try dictionary()
    #expect(own.count > 10)
    #expect(after.entries(withAny: try after.pseudonyms()).isDisjoint(with: own))
  }

  @Test func `one who left, was removed and then erased is not found either`() throws {
    _ = try house.house.registry.offboard([ErasureHouse.Person.aoi.holder], actor: house.actor)
    _ = try house.house.registry.remove(.holders, ["aoi"], actor: house.actor)
    let before = try dictionary().entries(of: .aoi)
    for way in [LogDictionary.Route.taps, .commands, .keys, .links, .hash, .words] {
      #expect(before[way] != nil, "\(way)")
    }
    _ = try house.erase(.aoi)
    #expect(try dictionary().entries(of: .aoi) == [:])
  }

  @Test func `one who had no keys and was removed leaves no taps behind`() throws {
    try house.load(#"{"keyway":1,"holders":[{"id":"kim","name":"Kim"}]}"#)
    try house.load(#"{"keyway":1,"devices":[{"id":"kim-phone","holder":"kim"}]}"#)
    let house = house.house
    _ = try house.decide(house.tap("t1", link: "xxx/all", device: "kim-phone"))
    _ = try house.registry.offboard([.kim], actor: self.house.actor)
    _ = try house.registry.remove(.holders, ["kim"], actor: self.house.actor)
    let size = try house.entries().count
    let kim = ErasureHouse.Person(id: "kim", name: "Kim")
    #expect(try dictionary().entries(of: kim)[.taps]?.count == 1)
    #expect(try self.house.erase(kim).map(\.kind) == [.kept])
    #expect(try dictionary().entries(of: kim) == [:])
    #expect(try house.entries().count == size)
  }

  @Test func `a link that was rejected before the phone was known is forgotten with its tap`()
    throws
  {
    let house = house.house
    let link = "xxx/early bird"
    _ = try house.decide(house.tap("t1", link: link, device: "kim-phone"))
    try self.house.load(#"{"keyway":1,"holders":[{"id":"kim","name":"Kim"}]}"#)
    try self.house.load(#"{"keyway":1,"devices":[{"id":"kim-phone","holder":"kim"}]}"#)
    func kept() throws -> [String] {
      try ForeignProgram(path: self.house.database.path)
        .column("SELECT start FROM rejected_link WHERE start LIKE '%early%bird'")
    }
    #expect(try kept().count == 1)
    _ = try house.registry.erase([.kim], recordingIn: nil, actor: self.house.actor)
    #expect(try kept() == [])
  }

  @Test func `the log stays byte for byte what it was, grows by one entry a record, and verifies`()
    throws
  {
    let before = try house.house.bodies()
    let root = try root(ofSize: before.count)
    let results = try house.erase(.aoi)
    let after = try house.house.bodies()
    #expect(Array(after.prefix(before.count)) == before)
    #expect(try self.root(ofSize: before.count) == root)
    #expect(after.count == before.count + results.count)
    #expect(try house.house.verify() == .holds(entries: Int64(after.count)))
  }

  private func root(ofSize size: Int) throws -> Digest {
    try house.house.store.read { reader in
      try LogTree(hasher: SHA256Hasher()).root(ofSize: Int64(size), in: reader)
    }
  }
}
