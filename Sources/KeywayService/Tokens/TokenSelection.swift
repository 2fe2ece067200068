package import KeywayCore
package import KeywayStore

/// Which tokens are meant.
package enum TokenSelection: Hashable, Sendable {
  case ids([Token.ID])
  /// All of one phone, and the code that waits for it.
  case device(Device.ID)
  /// All, and all codes.
  case all
}

/// What revoking did, or would do.
package struct TokenRevocation: Hashable, Sendable {
  /// What became of one token.
  package struct Result: Hashable, Sendable {
    /// After the change.
    package let record: TokenRecord
    /// Whether it was revoked already.
    package let isKept: Bool
  }

  package fileprivate(set) var tokens: [Result] = []
  /// The devices whose codes no longer work.
  package fileprivate(set) var voidedCodes: [Device.ID] = []

  /// How many tokens ended.
  package var count: Int { tokens.count { !$0.isKept } }
}

extension TokenRevocation {
  /// Finds out what there is to revoke. Of tokens that nobody named, only those that have not been
  /// revoked count.
  ///
  /// - Throws: ``RegistryError`` `notFound` for the first id that no token has, and for a device
  ///   that there is not.
  init<Reader: StoreReader & ~Copyable>(
    _ selection: TokenSelection, at instant: Timestamp, in reader: borrowing Reader
  ) throws {
    switch selection {
    case .ids(let ids):
      var seen: Set<Token.ID> = []
      let ids = ids.filter { seen.insert($0).inserted }
      for (id, record) in zip(ids, try reader.tokens(ids)) {
        guard let record else {
          throw RegistryError(.notFound, "there is no token '\(id)'", ids: [id.text])
        }
        add(record, at: instant)
      }
    case .device(let device):
      let _: [DeviceRecord] = try RegistrySelection.known([device.text], in: reader)
      for record in try reader.unrevokedTokens(of: device) { add(record, at: instant) }
      if try reader.enrolment(of: device) != nil { voidedCodes = [device] }
    case .all:
      try reader.forEachToken { if $0.token.revokedAt == nil { add($0, at: instant) } }
      voidedCodes = try reader.enrolments().map(\.device)
    }
  }

  private mutating func add(_ record: TokenRecord, at instant: Timestamp) {
    var revoked = record
    revoked.token = record.token.revoked(at: instant)
    tokens.append(Result(record: revoked, isKept: record.token.revokedAt != nil))
  }
}
