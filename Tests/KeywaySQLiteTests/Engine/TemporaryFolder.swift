import Foundation
import KeywayCore
import KeywayStore

@testable import KeywaySQLite
@testable import Migrations

/// A folder of one test's own, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "keyway-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var database: String { path + "/keyway.db" }

  func pool(
    readers: Int = 0, wait: Int = 5000, migrations: [Migration] = [.notes]
  ) throws(StoreError) -> ConnectionPool {
    let configuration = ConnectionPool.Configuration(readers: readers, wait: wait)
    return try ConnectionPool(
      path: database, configuration: configuration, migrations: migrations, now: .example)
  }

  func permissions(_ suffix: String = "") throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: database + suffix)[.posixPermissions] as? Int
  }

  func size(_ suffix: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: database + suffix)[.size] as? Int
  }
}

extension Timestamp {
  static let example = Timestamp(milliseconds: 1_772_438_400_000)
}

extension Migration {
  static let notes = Migration(
    1, "notes", "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")
  static let marks = Migration(
    2, "marks", "CREATE TABLE mark(id INTEGER PRIMARY KEY) STRICT; -- the end")

  init(_ number: Int, _ name: String, _ sql: String) {
    self.init(number: number, name: name, sql: Array(sql.utf8))
  }
}

extension Connection {
  func add(_ text: String) throws(StoreError) {
    try withStatement("INSERT INTO note(text) VALUES(?1)") { statement throws(StoreError) in
      try statement.bind(1, text)
      try statement.run()
    }
  }

  func notes() throws(StoreError) -> [String] {
    try withStatement("SELECT text FROM note ORDER BY id") { statement throws(StoreError) in
      var texts: [String] = []
      while try statement.step() { texts.append(try statement.text(0)) }
      return texts
    }
  }
}

extension ConnectionPool {
  func add(_ text: String) throws(StoreError) {
    try withWriter { connection throws(StoreError) in try connection.add(text) }
  }

  func notes() throws(StoreError) -> [String] {
    try withReader { connection throws(StoreError) in try connection.notes() }
  }
}
