import KeywayCore
import KeywayService
import KeywayStore

/// `keyway token revoke`
struct TokenRevoke: Command {
  private static let tokens = Positional.repeated(
    "token", TokenReference.syntax, atLeastOne: false,
    help: "The tokens' ids, or beginnings of them.")
  private static let device = Option.optional(
    "device", .reference(to: Device.self).named("D"),
    help: "All tokens of the phone, and the code that waits for it.")
  private static let all = Flag.present("all", help: "All tokens, and all codes.")

  static let name = "revoke"
  static let summary = "End tokens for good, all or none; it counts from the next request on."
  static let parameters = Parameters(tokens, device, all, Common.because, Common.dryRun)
    .exactlyOne(of: tokens, device, all)
  static let examples = [
    Example("keyway token revoke --device phone-1 --because 'phone lost'", "A phone's."),
    Example("keyway token revoke 4k2 --because 'left the company'", "One, by its id."),
  ]

  private let tokens: [TokenReference]
  private let device: Reference<Device>?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    tokens = try arguments[Self.tokens]
    device = try arguments[Self.device]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let revocation = try context.tokens.revoke(
      selection(in: context), by: context.actor, dryRun: isRehearsal)
    let now = try context.environment.now()
    for result in revocation.tokens {
      let token = result.record.token
      let words = result.isKept ? "unchanged" : "revoked"
      try context.print(
        TokenFields(token, at: now).object, orSay: "token \(token.id): \(words)")
    }
    for device in revocation.voidedCodes {
      try context.note("the code that waited for \(device) is void")
    }
    try context.noteRehearsal(isRehearsal)
  }

  private func selection(in context: KeywayContext) throws -> TokenSelection {
    if let device { return .device(try context.resolve(device)) }
    if tokens.isEmpty { return .all }
    return .ids(
      try context.read { reader in
        var ids: [Token.ID] = []
        for token in tokens { ids.append(try token.resolve(in: reader)) }
        return ids
      })
  }
}
