import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayService
import KeywayStore

/// `keyway restore`
struct Restore: Command {
  private static let file = Positional.required(
    "file", .path, help: "A file that 'keyway backup' made.")
  private static let force = Flag.present(
    "force", help: "Also when the copy is older than the database, another one's, or was changed.")

  static let name = "restore"
  static let summary = "Put a backup in the place of the database, which is moved aside."
  static let discussion = """
    The copy's structure and its whole log are checked first; the database's path names the old or \
    the new one at every moment. Programs that have the database open have to be stopped.

    What the copy may lack must not come back with it. Unless it has all that the database has \
    logged, its log goes on under a new origin, whose first entry names the old one with its size \
    and root, and every key is suspended until 'keyway key resume'. As far as the present database \
    can be read, keys that were revoked since stay so, those that were edited have to be resumed \
    one by one, and removed ids, charged uses and known taps are taken over. People who were erased are erased again, by the list beside the database. \
    All tokens are revoked: phones are enrolled again, and programs get new ones.
    """
  static let parameters = Parameters(file, force, Common.because, Common.dryRun)
  static let examples = [
    Example("keyway restore monday.db --dry-run", "Check a backup, and see what would happen."),
    Example("keyway restore monday.db --because 'disk failure'", "After the database was lost."),
  ]

  private let file: String
  private let isForced: Bool
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    file = try arguments[Self.file]
    isForced = try arguments[Self.force]
    isRehearsal = try arguments[Common.dryRun]
  }

  func run(in context: inout KeywayContext) throws {
    let location = try context.location
    if !isForced, try BackupDigest(backup: file).holds() == false {
      throw ServiceError(
        .invalid,
        "\(file) is not what its digest \(file).sha256 says: it is damaged, or was written to since; "
          + "--force restores it all the same")
    }
    let present = try PresentDatabase(location.path, in: context)
    let replacement = try DatabaseReplacement(
      of: location.path, by: file, createsFolders: location.isDefault && !isRehearsal)
    let report = try prepare(replacement, over: present, location.path, context)
    if isRehearsal { return try say(report, aside: nil, present, context) }
    present.letGo()
    // Another house's list of erasures goes with its database.
    let aside = try replacement.commit(
      asideAs: "-before-\(SystemClock.now().rfc3339)",
      with: report.relation == .other ? ["-erasures"] : [])
    try say(report, aside: aside, present, context)
  }

  /// Makes the copy fit to take the place; of a rehearsal nothing remains.
  private func prepare(
    _ replacement: DatabaseReplacement, over present: PresentDatabase, _ path: String,
    _ context: KeywayContext
  ) throws -> RestoreService.Report {
    let random = SystemRandom()
    let store = try replacement.store(now: SystemClock.now(), random: { random.bytes($0) })
    let service = RestoreService(
      copy: context.environment(over: store),
      erasures: try ErasureFile(database: path).holders(),
      keyFile: LogKeyFile(database: isRehearsal ? ":memory:" : path))
    try service.check()
    try replacement.lockOthersOut()
    let relation = try service.relation(to: present.store)
    if !isForced, present.damage == nil, let refusal = refusal(of: relation) {
      throw ServiceError(.invalid, refusal)
    }
    return try service.restore(over: present.store, by: context.actor)
  }

  private func refusal(of relation: CopyRelation) -> String? {
    switch relation {
    case .same, .newer, .unknown: nil
    case .older:
      "\(file) is older than the database: what happened since would be lost; --force restores it"
    case .forked:
      "\(file) and the database have gone different ways; --force restores it all the same"
    case .other:
      "\(file) is no copy of this database: their logs differ; --force restores it all the same"
    }
  }

  private func say(
    _ report: RestoreService.Report, aside: String?, _ present: PresentDatabase,
    _ context: KeywayContext
  ) throws {
    var object: JSONObject = [
      "file": .string(file), "relation": .string(report.relation.rawValue),
      "entries": .integer(report.entries), "held": .integer(Int64(report.held)),
      "erased": .integer(Int64(report.erased)),
      "revokedTokens": .integer(Int64(report.revokedTokens)),
      "voidedCodes": .integer(Int64(report.voidedCodes)),
    ]
    object["edited"] = .array(report.edited.map(JSONValue.string))
    object["unread"] = report.unread.isEmpty ? nil : .array(report.unread.map(JSONValue.string))
    object["origin"] = report.origin.map(JSONValue.string)
    object["aside"] = aside.map(JSONValue.string)
    if let damage = present.damage { try context.note("the database is damaged: \(damage)") }
    if !report.unread.isEmpty {
      try context.note("not readable, and not taken over: \(WordList.join(report.unread, "and"))")
    }
    try context.print(object, orSay: "\(file): a log of \(report.entries) entries is restored")
    if let aside { try context.note("what was there is now \(aside)") }
    if let origin = report.origin {
      try context.note(
        "the copy may lack what happened since it was made: the log goes on as \(origin)")
    }
    if report.erased > 0 { try context.note("people erased again: \(report.erased)") }
    if report.revokedTokens > 0 {
      try context.note(
        "tokens revoked: \(report.revokedTokens); see 'keyway token list', and issue new ones")
    }
    if report.voidedCodes > 0 {
      try context.note("codes of 'keyway device enrol' that are void: \(report.voidedCodes)")
    }
    if !report.edited.isEmpty {
      try context.note(
        "keys that differ from the database's and stay suspended until each is resumed by name: "
          + report.edited.joined(separator: ", "))
    }
    if report.held > 0 {
      try context.note(
        "keys suspended: \(report.held); see 'keyway key list --state suspended', revoke what has "
          + "ended, then 'keyway key resume --all'")
    }
    try context.noteRehearsal(isRehearsal)
  }
}
