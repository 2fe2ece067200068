import Foundation
import KeywayStore
import Synchronization
import Testing

@testable import KeywaySQLite

@Suite struct ConnectionPoolTests {
  @Test(arguments: [0, 2])
  func `what a writer commits, readers see`(_ readers: Int) throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: readers)
    try pool.add("one")
    #expect(try pool.notes() == ["one"])
    try pool.add("two")
    #expect(try pool.notes() == ["one", "two"])
  }

  @Test func `a database in memory takes the same calls`() throws {
    let pool = try ConnectionPool(
      path: ":memory:", configuration: .init(readers: 4), migrations: [.notes], now: .example)
    try pool.add("one")
    #expect(try pool.notes() == ["one"])
    #expect(try !pool.checkpointIfNeeded())
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
    #expect(!FileManager.default.fileExists(atPath: ":memory:-lock"))
    #expect(!FileManager.default.fileExists(atPath: "-lock"))
  }

  @Test func `a body that throws leaves nothing behind, and its error comes out`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let error = #expect(throws: StoreError.self) {
      try pool.withWriter { connection throws(StoreError) in
        try connection.add("one")
        throw StoreError(.conflict, "on purpose")
      }
    }
    #expect(error?.message == "on purpose")
    #expect(try pool.notes().isEmpty)
    try pool.add("two")
    #expect(try pool.notes() == ["two"])
  }

  @Test(arguments: [0, 1])
  func `a reading body cannot write`(_ readers: Int) throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: readers)
    let error = #expect(throws: StoreError.self) {
      try pool.withReader { connection throws(StoreError) in try connection.add("one") }
    }
    #expect(error?.code == .readOnly)
    try pool.add("two")
    #expect(try pool.notes() == ["two"])
  }

  @Test func `a reader sees one state while a writer commits`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 1)
    try pool.add("one")
    let seen = try pool.withReader { connection throws(StoreError) in
      let before = try connection.notes()
      try pool.add("two")
      return (before, try connection.notes())
    }
    #expect(seen.0 == ["one"])
    #expect(seen.1 == ["one"])
    #expect(try pool.notes() == ["one", "two"])
  }

  @Test func `broken constraints have their code and no bound value in their words`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    func insert(_ sql: StaticString) -> StoreError? {
      #expect(throws: StoreError.self) {
        try pool.withWriter { connection throws(StoreError) in
          try connection.add("first")
          try connection.withStatement(sql) { statement throws(StoreError) in
            try statement.bind(1, "secret")
            try statement.run()
          }
        }
      }
    }
    let conflict = insert("INSERT INTO note(id, text) VALUES(1, ?1)")
    #expect(conflict?.code == .conflict)
    #expect(conflict?.engineCode == "1555")
    let missing = insert("INSERT INTO note(text) VALUES(nullif(?1, 'secret'))")
    #expect(missing?.code == .constraint)
    let kind = insert("INSERT INTO note(id, text) VALUES(?1, 'text')")
    #expect(kind?.code == .constraint)
    let wrong = insert("INSERT INTO nothing VALUES(?1)")
    #expect(wrong?.code == .misuse)
    for error in [conflict, missing, kind, wrong] {
      #expect(error?.message.contains("secret") == false)
    }
  }

  @Test func `eight threads share a pool`() async throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for turn in 0..<25 {
            try pool.add("\(thread).\(turn)")
            let notes = try pool.notes()
            #expect(notes.filter { $0.hasPrefix("\(thread).") }.count == turn + 1)
            try pool.checkpointIfNeeded()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try pool.notes().count == 200)
  }

  @Test func `pools of their own on one file lose nothing and are never busy`() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let pool = try folder.pool()
          for turn in 0..<25 { try pool.add("\(turn)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.pool().notes().count == 100)
  }

  @Test func `a copy of the file and its log opens with all that was committed`() throws {
    let folder = try TemporaryFolder()
    let copy = try TemporaryFolder()
    let pool = try folder.pool()
    for turn in 0..<10 { try pool.add("\(turn)") }
    try pool.withWriter { connection throws(StoreError) in
      try connection.add("never committed")
      do {
        for suffix in ["", "-wal"] {
          try FileManager.default.copyItem(
            atPath: folder.database + suffix, toPath: copy.database + suffix)
        }
      } catch {
        throw StoreError(.io, "\(error)")
      }
    }
    #expect(try copy.pool().notes() == (0..<10).map { "\($0)" })
  }

  @Test func `after a commit of unknown outcome the pool refuses everything`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool(readers: 1)
    _ = try? pool.withWriter { _ throws(StoreError) in throw StoreError(.unknownCommit, "") }
    for attempt in 0..<3 {
      let error = #expect(throws: StoreError.self) {
        switch attempt {
        case 0: try pool.add("one")
        case 1: _ = try pool.notes()
        default: try pool.withWriter { _ throws(StoreError) in }
        }
      }
      #expect(error?.code == .unknownCommit)
    }
  }

  @Test func `a transaction ended by its body is not reported as committed`() throws {
    let folder = try TemporaryFolder()
    let pool = try folder.pool()
    let error = #expect(throws: StoreError.self) {
      try pool.withWriter { connection throws(StoreError) in
        try connection.add("one")
        try connection.run("ROLLBACK")
      }
    }
    #expect(error?.code == .io)
    #expect(try pool.notes().isEmpty)
  }
}
