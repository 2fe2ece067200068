/// One numbered step of the schema, as released. A released step is never edited: a later one
/// changes what it made.
package struct Migration: Sendable {
  /// Counts from 1 without gaps.
  package let number: Int
  /// The file's name without its number and ending.
  package let name: String
  /// The statements, in UTF-8.
  package let sql: [UInt8]
  /// The SHA-256 of ``sql`` in hexadecimal, so that a start that only compares it needs no digest;
  /// nil where it has to be computed.
  package let checksum: String?

  init(number: Int, name: String, sql: [UInt8], checksum: String? = nil) {
    self.number = number
    self.name = name
    self.sql = sql
    self.checksum = checksum
  }

  /// Every step that this build knows, in order.
  package static let all: [Migration] = [
    Migration(
      number: 1, name: "keyway", sql: PackageResources._001_keyway_sql,
      checksum: "41baa58a7dd02c2568732023b43c025d1cf2f5300969d800775e53a37ddb5c45"),
    Migration(
      number: 2, name: "throttle", sql: PackageResources._002_throttle_sql,
      checksum: "2b177bc230bd0c08703bd0e62dfedc248ab4208956475a423240d8abaa6e8979"),
    Migration(
      number: 3, name: "tree", sql: PackageResources._003_tree_sql,
      checksum: "8fd4045ec2fa9d6358138a8088025e9bccead9457c28d934fee171e70b879265"),
    Migration(
      number: 4, name: "pruning", sql: PackageResources._004_pruning_sql,
      checksum: "96a3ebb9a487ee7665c27ab6921c4efed2d5746397b7af88d3d4e787dfc36c8e"),
    Migration(
      number: 5, name: "holding", sql: PackageResources._005_holding_sql,
      checksum: "49d610341294228fb8437d6fe9eeb1f094260e11341f536ffb5e438d4178dc0e"),
    Migration(
      number: 6, name: "tile-guard", sql: PackageResources._006_tile_guard_sql,
      checksum: "eef536e2b3d7539d0518dd1fcb8c1d6003423c223ca0cc848df3dda488bbc755"),
    Migration(
      number: 7, name: "actuation", sql: PackageResources._007_actuation_sql,
      checksum: "20122b3b432f4e9eec0d507711b613e6b9910740c07c006377d3a1f059b21b47"),
    Migration(
      number: 8, name: "sets", sql: PackageResources._008_sets_sql,
      checksum: "edf088301b50d1443f4ad9dbc97aa3d9db4c284e6ae046a1a9de9818951649c2"),
    Migration(
      number: 9, name: "tokens", sql: PackageResources._009_tokens_sql,
      checksum: "413e8f16e9cbb5be2823c0dde0df14c861a8bd837578ac5bc6a705491d33b231"),
    Migration(
      number: 10, name: "set-clock", sql: PackageResources._010_set_clock_sql,
      checksum: "807625360e176510c70a8c60b676eb7b9fbbf674bc9fa2f11eaecf0be3168b52"),
  ]
}
