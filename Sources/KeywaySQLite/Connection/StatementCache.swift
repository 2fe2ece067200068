/// The statements of one connection, found by the address of their SQL literal: an open hash table,
/// because the standard library's costs more than binding the values.
struct StatementCache {
  private struct Entry {
    let address: UInt
    let statement: Statement
  }

  /// As many places as a power of two, at most half of them taken.
  private var entries: [Entry?] = Array(repeating: nil, count: 64)
  private var count = 0

  /// The statement prepared from the literal at that address, or nil.
  func statement(at address: UInt) -> Statement? {
    entries[index(of: address)]?.statement
  }

  /// Keeps the statement under an address that has none.
  mutating func insert(_ statement: Statement, at address: UInt) {
    if count * 2 >= entries.count { grow() }
    entries[index(of: address)] = Entry(address: address, statement: statement)
    count += 1
  }

  /// Releases all statements, as has to be done before their connection is closed.
  mutating func removeAll() {
    self = StatementCache()
  }

  /// The place where the address is, or else belongs.
  private func index(of address: UInt) -> Int {
    let mask = entries.count - 1
    var index = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while let entry = entries[index], entry.address != address { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: nil, count: old.count * 2)
    for case let entry? in old { entries[index(of: entry.address)] = entry }
  }
}
