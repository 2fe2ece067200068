import Foundation
import KeywayCore
import KeywayStore
import Testing

@testable import KeywayService

@Suite struct ErasureFileTests {
  private let database: TemporaryDatabase
  private let file: ErasureFile

  init() throws {
    database = try TemporaryDatabase()
    try Data().write(to: URL(fileURLWithPath: database.path))
    file = ErasureFile(database: database.path)
  }

  private var path: String { database.path + "-erasures" }

  private func ids(_ texts: String...) -> [Holder.ID] { texts.map { Holder.ID(trusted: $0) } }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  @Test func `ids stand one a line, each once, in the order of their bytes`() throws {
    #expect(try file.holders() == [])
    try file.add(ids("b", "Z", "a-1", "b"))
    try file.add(ids("a", "Z"))
    #expect(try text() == "Z\na\na-1\nb\n")
    #expect(try file.holders() == ids("Z", "a", "a-1", "b"))
  }

  @Test func `it is for its owner only, and nothing else stays beside it`() throws {
    try write("a\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try file.add(ids("b"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["keyway.db", "keyway.db-erasures"])
  }

  @Test func `what changes nothing writes nothing`() throws {
    try file.add(ids("a", "b"))
    let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    try file.add(ids("b"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
  }

  @Test func `what another program left of a file that was being made is in nobody's way`() throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + "-new"))
    try file.add(ids("a"))
    #expect(try text() == "a\n")
  }

  @Test(arguments: [
    ("a\nno id\n", "has no id on line 2"), ("a\n\nb\n", "has no id on line 2"),
    ("a\r\n", "has no id on line 1"), ("a\nb", "ends in the middle of line 2"),
    ("\u{FEFF}a\n", "has no id on line 1"), ("\n", "has no id on line 1"),
  ])
  func `a line that is no id is named, and nothing is written`(_ text: String, _ words: String)
    throws
  {
    try write(text)
    for body in [{ _ = try file.holders() }, { try file.add(ids("z")) }] {
      let error = try #require(throws: StoreError.self) { try body() }
      #expect(error.code == .corrupt)
      #expect(error.message == "the list of erasures \(path) \(words)")
    }
    #expect(try self.text() == text)
  }

  @Test func `bytes that are no text are no id`() throws {
    try Data([0x61, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) { try file.holders() }
  }

  @Test func `an empty file lists nobody`() throws {
    try write("")
    #expect(try file.holders() == [])
  }

  @Test func `all names of one database have one list`() throws {
    let link = database.path + ".link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: database.path)
    try ErasureFile(database: link).add(ids("a"))
    #expect(try file.holders() == ids("a"))
  }

  @Test func `a database in memory has none`() throws {
    let file = ErasureFile(database: ":memory:")
    try file.add(ids("a"))
    #expect(try file.holders() == [])
    #expect(!FileManager.default.fileExists(atPath: ":memory:-erasures"))
  }
}
