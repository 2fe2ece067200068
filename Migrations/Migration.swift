/// One numbered step of the schema, as released. A released step is never edited: a later one
/// changes what it made.
package struct Migration: Sendable {
  /// Counts from 1 without gaps.
  package let number: Int
  /// The file's name without its number and ending.
  package let name: String
  /// The statements, in UTF-8.
  package let sql: [UInt8]

  /// Every step that this build knows, in order.
  package static let all: [Migration] = [
    Migration(number: 1, name: "keyway", sql: PackageResources._001_keyway_sql)
  ]
}
