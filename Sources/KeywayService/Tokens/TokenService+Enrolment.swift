package import KeywayCore
import KeywayCrypto
import KeywayStore

extension TokenService {
  /// Makes the code by which a phone gets its token, in place of any that waits for the device. It
  /// works once, within ``EnrolmentCode/lifetime``.
  ///
  /// - Throws: `notFound`, `removed`, `invalid` for a device that is suspended.
  package func enrol(
    _ device: Device.ID, by actor: Actor, dryRun: Bool = false
  ) throws -> Enrolment {
    let now = environment.now()
    let end = Timestamp(milliseconds: now.milliseconds + EnrolmentCode.lifetime)
    if dryRun {
      return try environment.store.read { reader in
        _ = try Self.enrollable(device, in: reader)
        return Enrolment(device: device, code: nil, expiresAt: end)
      }
    }
    return try environment.store.write { transaction in
      let record = try Self.enrollable(device, in: transaction)
      let code = EnrolmentCode(random: environment.random(EnrolmentCode.randomBytes))
      let digest = Self.digest(of: code, device: device)
      try transaction.save(
        PendingEnrolment(
          device: device, digest: digest, expiresAt: end, triesLeft: EnrolmentCode.tries))
      let log = try TokenLog(by: actor, in: transaction, environment: environment)
      log.enrolled(record, until: end)
      try log.finish(in: transaction)
      return Enrolment(device: device, code: code, expiresAt: end)
    }
  }

  /// Gives a phone its token for a code, and ends every earlier token of the device. A wrong code
  /// counts against the one that waits for the device. Writes, and makes an entry, only where a code
  /// waits: nobody can fill the log with guesses.
  ///
  /// - Parameter text: what was typed or scanned; anything may stand there.
  package func redeem(_ text: String, for device: Device.ID) throws -> Redemption {
    let isAwaited = try environment.store.read { reader in
      try reader.enrolment(of: device) != nil
    }
    if !isAwaited { return .refused }
    return try environment.store.write { transaction in
      guard let pending = try transaction.enrolment(of: device),
        let record = try transaction.devices([device])[0]
      else { return .refused }
      let log = try TokenLog(by: nil, in: transaction, environment: environment)
      let result = result(of: text, pending, record.device)
      let answer = try settle(result, pending, record, log: log, in: transaction)
      try log.finish(in: transaction)
      return answer
    }
  }

  private func result(
    of text: String, _ pending: PendingEnrolment, _ device: Device
  ) -> RedemptionResult {
    if pending.expiresAt <= environment.now() { return .expired }
    if device.state == .suspended { return .suspended }
    guard let code = EnrolmentCode(typed: text) else { return .wrongCode }
    let shown = Self.digest(of: code, device: device.id)
    let isRight = constantTimeEquals(shown.bytes.span, pending.digest.bytes.span)
    return isRight ? .redeemed : .wrongCode
  }

  private func settle(
    _ result: RedemptionResult, _ pending: PendingEnrolment, _ device: DeviceRecord,
    log: TokenLog, in transaction: borrowing any StoreTransaction & ~Copyable
  ) throws -> Redemption {
    var pending = pending
    if result == .wrongCode { pending.triesLeft -= 1 }
    guard result != .wrongCode || pending.triesLeft == 0 else {
      try transaction.save(pending)
      log.redeemed(device, result, triesLeft: pending.triesLeft)
      return .refused
    }
    try transaction.removeEnrolment(of: pending.device)
    log.redeemed(device, result, triesLeft: result == .wrongCode ? 0 : nil)
    guard result == .redeemed else { return .refused }
    try revoke(transaction.unrevokedTokens(of: pending.device), log: log, in: transaction)
    let order = TokenOrder(role: .device, device: pending.device)
    return .token(try issue(order, to: device, log: log, in: transaction))
  }

  private static func enrollable<Reader: RegistryReader & ~Copyable>(
    _ device: Device.ID, in reader: borrowing Reader
  ) throws -> DeviceRecord {
    let records: [DeviceRecord] = try RegistrySelection.live([device.text], in: reader)
    guard records[0].device.state == .active else {
      throw ServiceError(
        .invalid, "the device '\(device)' is suspended; resume it before it is enrolled")
    }
    return records[0]
  }

  /// What a code is recognised by: of another device it would be another one.
  private static func digest(of code: EnrolmentCode, device: Device.ID) -> Digest {
    SHA256Hasher().hash(Array("\(device.text)\n\(code.text)".utf8).span)
  }
}
