import Foundation
import Glibc
import Testing

extension Campaigns {
  /// Databases that are none, or not for this program.
  @Suite struct BadDatabaseTests {
    @Test(arguments: BadDatabase.all)
    func `a bad database is refused in one sentence and stays as it was`(
      _ bad: BadDatabase
    ) throws {
      let keyway = try Keyway(house: House())
      try keyway.text("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode")
      try bad.spoil(keyway)
      let before = try? Data(contentsOf: URL(fileURLWithPath: keyway.database))
      let site = keyway.scratch.file("site.json")
      for command in [
        ["tap", "send", "xxx/k1"], ["audit", "verify"], ["import", site], ["key", "list"],
      ] {
        let run = try keyway.run(command)
        #expect(run.status == bad.status, "\(command): \(run.errors)")
        #expect(run.saidOneSentence && run.errors.contains(bad.words), "\(command): \(run.errors)")
        #expect(run.bytes.isEmpty, "\(command): \(run.output)")
      }
      let after = try? Data(contentsOf: URL(fileURLWithPath: keyway.database))
      #expect(after == before)
    }
  }
}

/// A way in which a database is bad, with what the program says to it.
struct BadDatabase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let status: Int32
  let words: String
  let spoil: @Sendable (Keyway) throws -> Void

  init(
    _ description: String, _ status: Int32, _ words: String,
    spoil: @escaping @Sendable (Keyway) throws -> Void
  ) {
    testDescription = description
    self.status = status
    self.words = words
    self.spoil = spoil
  }

  static let all = [
    BadDatabase("a text file", 65, "is not a database; choose another file") { keyway in
      try replace(keyway, with: [UInt8](repeating: 0x78, count: 5_000))
    },
    BadDatabase("a short text file", 65, "is not a database; choose another file") { keyway in
      try replace(keyway, with: [UInt8]("hello\n".utf8))
    },
    BadDatabase("a directory", 65, "is a folder; name the database file in it") { keyway in
      try remove(keyway)
      try FileManager.default.createDirectory(
        atPath: keyway.database, withIntermediateDirectories: false)
    },
    BadDatabase("a named pipe", 65, "is not a regular file") { keyway in
      try remove(keyway)
      mkfifo(keyway.database, 0o600)
    },
    BadDatabase("a link to nothing", 66, "is a link to a file that is missing") { keyway in
      try remove(keyway)
      symlink(keyway.scratch.file("missing/keyway.db"), keyway.database)
    },
    BadDatabase("without write bits", 77, "is read-only; make the file") { keyway in
      chmod(keyway.database, 0o444)
    },
    BadDatabase("cut to two pages", 65, "restore a backup") { keyway in
      truncate(keyway.database, 8_192)
    },
    BadDatabase("cut to five pages", 65, "restore a backup") { keyway in
      truncate(keyway.database, 20_480)
    },
    BadDatabase("of another program", 65, "is a database of another program") { keyway in
      try keyway.text("PRAGMA application_id = 5")
    },
    BadDatabase("without our mark", 65, "is a database of another program") { keyway in
      try keyway.text("PRAGMA application_id = 0")
    },
    BadDatabase("of a newer program", 65, "has schema version 99, this program knows up to ") {
      keyway in
      try keyway.text(
        """
        INSERT INTO migration SELECT 99, 'future', zeroblob(32), 0; PRAGMA user_version = 99;
        PRAGMA wal_checkpoint(TRUNCATE)
        """)
    },
    BadDatabase("of a newer version, without its migration", 65, "has schema version 99") {
      keyway in try keyway.text("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    },
    BadDatabase("with another first migration", 65, "differs from this program's") { keyway in
      try keyway.text(
        "UPDATE migration SET checksum = zeroblob(32); PRAGMA wal_checkpoint(TRUNCATE)")
    },
  ]

  private static func remove(_ keyway: Keyway) throws {
    for suffix in ["", "-wal", "-shm", "-lock"] { unlink(keyway.database + suffix) }
  }

  private static func replace(_ keyway: Keyway, with bytes: [UInt8]) throws {
    try remove(keyway)
    try Data(bytes).write(to: URL(fileURLWithPath: keyway.database))
  }
}
