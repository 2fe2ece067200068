import KeywayCore
import KeywayService
import KeywayStore

/// `keyway key resume`
struct KeyResume: Command {
  private static let keys = Positional.repeated(
    "key", .reference(to: Key.self), atLeastOne: false,
    help: "The keys' ids, or beginnings of them.")
  private static let all = Flag.present(
    "all", help: "All keys that a restore suspended, and that nobody has spoken of since.")

  static let name = "resume"
  static let summary = "End the suspension of keys."
  static let discussion = """
    After a restore every key is suspended, because the copy may not know which have ended since it \
    was made. Revoke those first; then --all resumes the others. Keys that somebody suspended, \
    before the restore or after it, are not among them.
    """
  static let parameters = Parameters(keys, all, Common.because, Common.dryRun)
    .exactlyOne(of: keys, all)
  static let examples = [
    Example("keyway key resume k1 k2", "Let two keys open again."),
    Example("keyway key resume --all --because 'checked after the restore'", "All that are held."),
  ]

  private let keys: [Reference<Key>]
  private let isForAll: Bool
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    keys = try arguments[Self.keys]
    isForAll = try arguments[Self.all]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let registry = try context.registry
    let results =
      isForAll
      ? try registry.resumeHeldKeys(actor: context.actor, dryRun: isRehearsal)
      : try registry.resume(
        .keys, context.ids(of: keys), actor: context.actor, dryRun: isRehearsal)
    if results.isEmpty { try context.note("no key is suspended since a restore") }
    try context.print(results, isRehearsal: isRehearsal) { _ in "resumed" }
  }
}
