import Foundation
import Glibc
import KeywayCore
import KeywayService
import Testing

@Suite struct ProcessOwnerTests {
  private static func owner(_ name: String, _ scratch: Scratch) -> ProcessOwner {
    ProcessOwner(database: scratch.file("k.db"), name: name)
  }

  @Test func `the file is made when the name is asked for, and removed at the end`() throws {
    let scratch = try Scratch()
    let owner = Self.owner("a", scratch)
    #expect(try scratch.names == [])
    #expect(owner.own == "a")
    #expect(owner.own == "a")
    #expect(try scratch.names == ["k.db-owner-a"])
    var status = stat()
    #expect(stat(scratch.file("k.db-owner-a"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    owner.release()
    #expect(try scratch.names == [])
  }

  @Test func `an owner is alive as long as it holds its lock`() throws {
    let scratch = try Scratch()
    let other = Self.owner("b", scratch)
    var owner: ProcessOwner? = Self.owner("a", scratch)
    #expect(!other.isAlive("a"))
    #expect(owner?.own == "a")
    #expect(other.isAlive("a"))
    #expect(owner?.isAlive("a") == true)
    owner = nil
    #expect(!other.isAlive("a"))
    #expect(try scratch.names == [])
  }

  @Test func `the file of an owner that was killed means nothing, and goes`() throws {
    let scratch = try Scratch()
    try "".write(toFile: scratch.file("k.db-owner-dead"), atomically: true, encoding: .utf8)
    #expect(!Self.owner("a", scratch).isAlive("dead"))
    #expect(try scratch.names == [])
  }

  @Test func `files that were left are told from those of the living, and stay`() throws {
    let scratch = try Scratch()
    let owner = Self.owner("alive", scratch)
    #expect(owner.own == "alive")
    for name in ["k.db-owner-dead", "k.db-owner-a.b", "k.db-owner-", "k.db-lock", "x.db-owner-x"] {
      try "".write(toFile: scratch.file(name), atomically: true, encoding: .utf8)
    }
    let names = try scratch.names
    let files = OwnerFiles(database: scratch.file("k.db"))
    #expect(!files.isAlive("dead") && files.isAlive("alive"))
    #expect(files.left(before: Timestamp(milliseconds: .max)) == [scratch.file("k.db-owner-dead")])
    #expect(files.left(before: Timestamp(milliseconds: 0)) == [])
    #expect(try scratch.names == names)
  }

  @Test(arguments: ["", "../x", "a/b", "a.b"])
  func `a name that is none belongs to nobody`(_ name: String) throws {
    #expect(try !Self.owner("a", Scratch()).isAlive(name))
  }

  @Test func `in memory there is one owner and no file`() {
    let owner = ProcessOwner(database: ":memory:", name: "a")
    #expect(owner.own == "a")
    #expect(owner.isAlive("a"))
    #expect(!owner.isAlive("b"))
    #expect(!FileManager.default.fileExists(atPath: ":memory:-owner-a"))
  }

  @Test func `links to a database lead to the same owners`() throws {
    let scratch = try Scratch()
    try "".write(toFile: scratch.file("k.db"), atomically: true, encoding: .utf8)
    symlink(scratch.file("k.db"), scratch.file("l.db"))
    let owner = Self.owner("a", scratch)
    #expect(owner.own == "a")
    #expect(ProcessOwner(database: scratch.file("l.db"), name: "b").isAlive("a"))
  }
}
