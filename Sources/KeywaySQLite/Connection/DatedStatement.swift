/// A statement on a table of one day, whose text cannot be a literal: it is put together out of
/// literals and the day's number when the statement is first prepared.
struct DatedStatement {
  /// Days since 1970-01-01, not negative.
  let day: Int64
  /// Tells the statements on one table apart: 0 to 7.
  let kind: UInt
  let sql: () -> String

  init(day: Int64, kind: UInt, sql: @escaping () -> String) {
    self.day = day
    self.kind = kind
    self.sql = sql
  }

  /// Where the statement is kept among those of literals, whose addresses never have the top bit.
  var place: UInt { 1 << 63 | UInt(truncatingIfNeeded: day) << 3 | kind }
}
