import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct SchemaTests {
  private static let names = [
    "contacts", "delivery", "elements", "messages", "smart-lock", "user-info",
  ]
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Recordings")

  private static func contents(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: file)))
  }

  private static func failure(_ schema: Schema, _ bytes: [UInt8]) throws -> String? {
    SchemaValidator(schema.json).failure(of: try JSONValue(parsing: bytes.span))
  }

  @Test(arguments: names)
  func `our own files satisfy their schemas`(_ name: String) throws {
    #expect(try Self.failure(.site, Self.contents("\(name).site.json")) == nil)
    #expect(try Self.failure(.set, Self.contents("\(name).set.json")) == nil)
    let lines = try Self.contents("\(name).taps.jsonl").split(separator: UInt8(ascii: "\n"))
    #expect(!lines.isEmpty)
    for line in lines { #expect(try Self.failure(.recording, Array(line)) == nil) }
  }

  @Test(arguments: names)
  func `our own site files import and export within the schema`(_ name: String) throws {
    let house = try RegistryHouse()
    let file = try SiteFile(parsing: Self.contents("\(name).site.json"))
    _ = try house.registry.importSite(file, actor: house.actor)
    #expect(try house.registry.importSite(file, actor: house.actor).isUnchanged)
    #expect(try Self.failure(.site, house.registry.export()) == nil)
  }

  @Test func `everything a site file can say is in its schema`() throws {
    let house = try RegistryHouse()
    try house.load(RegistryHouse.site)
    #expect(try Self.failure(.site, Array(RegistryHouse.site.utf8)) == nil)
    _ = try house.registry.remove(.devices, ["phone-2"], actor: house.actor)
    #expect(try Self.failure(.site, house.registry.export()) == nil)
  }

  @Test(
    arguments: BadImport.fields.filter {
      // A schema counts characters, and knows no BCP 47 and no control characters.
      !["long name", "bell"].contains($0.name)
    })
  func `a field that an import refuses breaks the schema`(_ bad: BadImport) throws {
    #expect(try Self.failure(.site, Array(bad.file.utf8)) != nil)
  }

  @Test func `a recording line knows no other fields`() throws {
    for line in [
      #"{"at":"2026-03-02T08:00:00Z","evnt":"launch"}"#, #"{"event":"launch"}"#,
      #"{"at":"2026-03-02T08:00:00Z","flags":["fast"]}"#,
      #"{"at":"2026-03-02T08:00:00Z","apply":{"keyway":1,"dors":[]}}"#,
      #"{"at":"2026-03-02T08:00:00Z","item":{"localizedTitle":"x"}}"#,
    ] {
      #expect(try Self.failure(.recording, Array(line.utf8)) != nil, "\(line)")
    }
  }

  @Test(arguments: Schema.allCases)
  func `a schema is canonical JSON with a line feed`(_ schema: Schema) throws {
    let bytes = schema.bytes
    let value = try JSONValue(parsing: bytes.span)
    #expect(CanonicalJSON.bytes(of: value) + [UInt8(ascii: "\n")] == bytes)
  }
}
