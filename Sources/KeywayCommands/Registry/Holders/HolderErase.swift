import KeywayCore
import KeywayService
import KeywayStore

/// `keyway holder erase`
struct HolderErase: Command {
  static let name = "erase"
  static let summary = "Erase persons: all that says who they were goes, and the log stays."
  static let discussion = """
    What goes: their names; their devices, of which the ids remain; the names, texts and user info \
    of their keys, which are revoked; whose the keys were; what is remembered of taps and of \
    rejected links from devices that are removed; and the random bytes without which nothing in \
    the log can be led back to a person or a phone. It all happens together or not at all, and \
    counts from the next tap on. Holders who were removed before can be erased.

    What stays: the ids of holders and devices, so that they are never used again; the keys' ids, \
    doors and hours, under a holder that nobody ever was; and the log, byte for byte, in which \
    each record that changes has one more entry.

    Copies of the database that were made before still have everything. 'keyway restore' erases \
    the same persons from a copy once more, by the list of their ids in the file \
    '<database>-erasures': keep it. Erasing a person again changes nothing, and cleans the files \
    once more.
    """
  static let parameters = Parameters(Holder.several, Common.because, Common.dryRun)
  static let examples = [
    Example("keyway holder erase h1 --because 'asked for it'", "Forget a person."),
    Example("keyway holder erase h1 --dry-run", "See which devices and keys that is about."),
  ]

  private let request: StateRequest<Holder>

  init(_ arguments: Arguments) throws(UsageError) {
    request = StateRequest(
      references: try arguments[Holder.several], isRehearsal: try arguments[Common.dryRun])
  }

  func run(in context: inout KeywayContext) throws {
    let holders = try context.ids(of: request.references).map { Holder.ID(trusted: $0) }
    let results = try context.registry.erase(
      holders, recordingIn: ErasureFile(database: try context.location.path),
      actor: context.actor, dryRun: request.isRehearsal)
    try context.print(results, isRehearsal: request.isRehearsal) { list in
      list == .devices ? "removed" : "erased"
    }
    if request.isRehearsal { return }
    try context.output.flush()
    guard try !context.environment.store.scrub() else { return }
    try context.note(
      "what was erased may stand in '\(try context.location.path)-wal' until whoever reads the "
        + "database has finished; then do this again")
  }
}
