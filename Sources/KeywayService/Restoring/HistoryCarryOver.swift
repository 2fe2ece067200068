import KeywayCore
import KeywayStore

/// Takes over into an older copy what has been spent since: uses, taps, and the numbers of sets.
struct HistoryCarryOver {
  /// Few enough to be held, many enough that a transaction does not count.
  private static let batch = 1_000

  let remains: StoreRemains
  let environment: ServiceEnvironment

  private var copy: any Store { environment.store }

  func run() throws {
    try carryUses()
    try carryAttempts()
    try carrySets()
  }

  /// What was charged stays charged.
  private func carryUses() throws {
    var spent: [(Key.ID, Int64)] = []
    try remains.read("keys") { reader in
      try reader.forEachKey { if $0.uses > 0 { spent.append(($0.key.id, $0.uses)) } }
    }
    try inBatches(spent) { page, transaction in
      var records: [KeyRecord] = []
      for (record, (_, uses)) in zip(try transaction.keys(page.map(\.0)), page) {
        guard var record, record.uses < uses else { continue }
        record.uses = uses
        records.append(record)
      }
      try transaction.save(keys: records)
    }
  }

  /// A repeat of a tap gets its answer; the entry and the command that it had are not in the copy.
  private func carryAttempts() throws {
    // The longest memory that can be set: whatever was remembered counts.
    let since = Timestamp(milliseconds: environment.now().milliseconds - 366 * 86_400_000)
    var attempts: [Attempt] = []
    try remains.read("taps") { reader in
      try reader.forEachAttempt(since: since) { attempt in
        attempts.append(
          Attempt(
            tap: attempt.tap, content: attempt.content, decidedAt: attempt.decidedAt,
            sequence: nil, command: nil, answer: attempt.answer))
      }
    }
    try inBatches(attempts) { page, transaction in
      let known = try transaction.attempts(page.map(\.tap), since: since)
      try transaction.remember(zip(page, known).filter { $1 == nil }.map(\.0))
    }
  }

  /// A version that a phone has seen is never the number of another set.
  private func carrySets() throws {
    var devices: [Device.ID] = []
    try copy.read { reader in
      try reader.forEachDevice { if !$0.device.isRemoved { devices.append($0.device.id) } }
    }
    try inBatches(devices) { page, transaction in
      var last: [Device.ID: IssuedSet] = [:]
      try remains.read("sets") { reader in
        for device in page { last[device] = try reader.lastSet(of: device) }
      }
      for device in page {
        guard let set = last[device],
          set.version > (try transaction.lastSet(of: device)?.version ?? 0)
        else { continue }
        try transaction.save(set, of: device)
      }
    }
  }

  private func inBatches<Item>(
    _ items: [Item],
    _ body: (ArraySlice<Item>, borrowing any StoreTransaction & ~Copyable) throws -> Void
  ) throws {
    for start in stride(from: 0, to: items.count, by: Self.batch) {
      let page = items[start..<min(start + Self.batch, items.count)]
      try copy.write { transaction in try body(page, transaction) }
    }
  }
}
