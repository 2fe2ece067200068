import KeywayCore
import KeywayCrypto
package import KeywayStore

/// Tokens: who may ask the service for something. A fresh store has none, so that nobody may.
///
/// All functions block. Each change is one transaction with its entries in the log, and its dry run
/// reads only. They throw ``RegistryError`` and ``ServiceError`` when something cannot be done, and
/// `StoreError`.
package struct TokenService: Sendable {
  let environment: ServiceEnvironment

  package init(environment: ServiceEnvironment) {
    self.environment = environment
  }

  /// Issues a token. Its secret is in the answer and nowhere else.
  ///
  /// - Throws: `notFound` and `removed` for the device and the door, `notFound` for a site without
  ///   doors, `invalid` for what contradicts itself or has ended already.
  package func issue(
    _ order: TokenOrder, by actor: Actor, dryRun: Bool = false
  ) throws -> IssuedToken {
    if dryRun {
      return try environment.store.read { reader in
        try Self.check(order, in: reader)
        return IssuedToken(record: try makeRecord(order), secret: nil)
      }
    }
    return try environment.store.write { transaction in
      let device = try Self.check(order, in: transaction)
      let log = try TokenLog(by: actor, in: transaction, environment: environment)
      let issued = try issue(order, to: device, log: log, in: transaction)
      try log.finish(in: transaction)
      return issued
    }
  }

  /// Calls the body with each token, ended ones too, first issued first, within one state of the
  /// store; the body must not call a store.
  package func list(_ body: (TokenRecord) throws -> Void) throws {
    try environment.store.read { reader in try reader.forEachToken(body) }
  }

  /// Ends tokens for good, all or none, from the next request on. One that was revoked before is
  /// kept. A code that waits for a phone whose tokens are ended is void.
  ///
  /// - Throws: `notFound`.
  package func revoke(
    _ selection: TokenSelection, by actor: Actor, dryRun: Bool = false
  ) throws -> TokenRevocation {
    if dryRun {
      return try environment.store.read { reader in
        try TokenRevocation(selection, at: environment.now(), in: reader)
      }
    }
    return try environment.store.write { transaction in
      let revocation = try TokenRevocation(selection, at: environment.now(), in: transaction)
      guard revocation.count > 0 || !revocation.voidedCodes.isEmpty else { return revocation }
      let log = try TokenLog(by: actor, in: transaction, environment: environment)
      try revoke(revocation.tokens.filter { !$0.isKept }.map(\.record), log: log, in: transaction)
      for device in try transaction.devices(revocation.voidedCodes) {
        guard let device else { continue }
        try transaction.removeEnrolment(of: device.device.id)
        log.voided(device)
      }
      try log.finish(in: transaction)
      return revocation
    }
  }
}

// MARK: - In a transaction

extension TokenService {
  /// Adds a token and its entry; the order was checked.
  func issue(
    _ order: TokenOrder, to device: DeviceRecord?, log: TokenLog,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> IssuedToken {
    let record = try makeRecord(order)
    let secret = TokenSecret(random: environment.random(TokenSecret.randomBytes))
    let digest = SHA256Hasher().hash(Array(secret.text.utf8).span)
    try transaction.add(record, secretDigest: digest)
    log.issued(record, device: device?.pseudonym)
    return IssuedToken(record: record, secret: secret)
  }

  func revoke(
    _ records: [TokenRecord], log: TokenLog,
    in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws(StoreError) {
    try transaction.revokeTokens(records.map(\.token.id), at: environment.now())
    for record in records { log.revoked(record) }
  }

  private func makeRecord(_ order: TokenOrder) throws(ServiceError) -> TokenRecord {
    let now = environment.now()
    let expiry = order.expiry(from: now)
    if let expiry, expiry <= now {
      throw ServiceError(.invalid, "the token would have ended at \(expiry.rfc3339) already")
    }
    // Random, so that it does not lead to the entry of the moment when it was made.
    let id = Token.ID(trusted: environment.makePseudonym())
    return TokenRecord(
      token: Token(
        id: id, role: order.role, device: order.device, scope: order.scope, name: order.name,
        issuedAt: now, expiresAt: expiry),
      pseudonym: environment.makePseudonym(), secret: environment.makeSecret())
  }

  /// The device that the token is for, or nil for a token of no device.
  @discardableResult
  private static func check<Reader: StoreReader & ~Copyable>(
    _ order: TokenOrder, in reader: borrowing Reader
  ) throws -> DeviceRecord? {
    guard (order.role == .device) == (order.device != nil) else {
      throw ServiceError(
        .invalid, "a token for a phone has the role 'device' and names its device; others name none"
      )
    }
    guard order.device == nil || order.scope == nil else {
      throw ServiceError(
        .invalid, "a phone's token has no scope: which doors it opens is for its keys to say")
    }
    try checkName(order.name)
    switch order.scope {
    case .door(let door)?:
      let _: [DoorRecord] = try RegistrySelection.live([door.text], in: reader)
    case .site(let site)?: try requireDoor(ofSite: site, in: reader)
    case nil: break
    }
    guard let device = order.device else { return nil }
    let records: [DeviceRecord] = try RegistrySelection.live([device.text], in: reader)
    return records.first
  }

  private static func checkName(_ name: String?) throws(ServiceError) {
    guard let name else { return }
    do throws(SiteFileValueError) {
      _ = try SiteFileValue.word(.string(name))
    } catch {
      throw ServiceError(.invalid, "the name \(error.problems.first?.message ?? "is none")")
    }
  }

  private static func requireDoor<Reader: RegistryReader & ~Copyable>(
    ofSite site: String, in reader: borrowing Reader
  ) throws {
    var isKnown = false
    try reader.forEachDoor { record in
      if !record.isRemoved, TokenScope.site(site).contains(record.door) { isKnown = true }
    }
    guard isKnown else { throw RegistryError(.notFound, "no door belongs to the site '\(site)'") }
  }
}
