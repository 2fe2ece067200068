import KeywayCore
import KeywaySQLite
import KeywayService
import KeywayStore

/// `keyway doctor`
struct Doctor: Command {
  static let name = "doctor"
  static let summary = "Look for what is wrong with the database and the machine; changes nothing."
  static let discussion = """
    Each finding is ok, a warning or a problem: who may read the database's files; whether it can \
    be opened and its engine finds it sound; whether the end of the log holds ('audit verify' \
    checks all of it); whether the settings can be used; whether the time zone of each door can be \
    read, and how old the tz database is; and what processes left that were killed.
    """
  static let exitStatuses = [
    ExitMeaning(.done, "nothing is wrong"),
    ExitMeaning(.denied, "there is a warning or a problem"),
  ]
  static let examples = [
    Example("keyway doctor --format json", "One object a line: check, subject, status, message.")
  ]

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: inout KeywayContext) throws {
    let now = SystemClock.now()
    let path = try context.location.path
    let findings =
      DatabasePlace.findings(of: DatabasePlaces.around(path)) + database(path, in: context)
      + [ZoneFiles(context.variables).release().finding(at: now)] + owners(path, at: now)
    try print(findings, in: context)
    if findings.contains(where: { $0.status != .ok }) { context.status = .denied }
  }

  /// What is found in the database, or why nothing can be.
  private func database(_ path: String, in context: KeywayContext) -> [Finding] {
    do throws(StoreError) {
      let environment = try context.environment(lookingAt: path)
      let owners = OwnerFiles(database: path)
      return [Finding(.database, .ok, of: path, "the database opens, its schema is up to date")]
        + StoreDiagnosis(environment: environment, isAlive: { owners.isAlive($0) }).findings()
    } catch {
      let status: Finding.Status = error.code == .olderSchema ? .warning : .problem
      return [Finding(.database, status, of: path, error.message)]
    }
  }

  /// A file that was made in the last minute may be one that is just being made.
  private func owners(_ path: String, at now: Timestamp) -> [Finding] {
    let minuteAgo = Timestamp(milliseconds: now.milliseconds - 60_000)
    return OwnerFiles(database: path).left(before: minuteAgo).map { file in
      Finding(
        .owners, .warning, of: file,
        "a process that was killed left the file; nothing needs it, and it can be removed")
    }.orOK(.owners, "no process that was killed left its file") + copies(path)
  }

  /// What a restore has left beside the database: whole copies, with all that was erased since.
  private func copies(_ path: String) -> [Finding] {
    DatabasePlaces.copies(beside: path).map { file in
      Finding(
        .owners, .warning, of: file,
        file.hasSuffix("-restoring")
          ? "a restore that was killed left the file; another restore, or you, can remove it"
          : "a restore moved the database aside; remove it when nobody needs it any more, since who "
            + "is erased stands in it yet")
    }
  }

  private func print(_ findings: [Finding], in context: KeywayContext) throws {
    guard context.output.format == .table else {
      for finding in findings { try context.print(finding.json) }
      return
    }
    var table = Table(["STATUS", "CHECK", "SUBJECT", "FINDING"].map { Table.Column($0) })
    for finding in findings {
      table.add([
        Table.Cell(finding.status.rawValue, tone: Self.tone(of: finding.status)),
        Table.Cell(finding.check.rawValue), Table.Cell(finding.subject ?? "-"),
        Table.Cell(finding.message),
      ])
    }
    try context.output.table(table)
  }

  private static func tone(of status: Finding.Status) -> Tone {
    switch status {
    case .ok: .good
    case .warning: .caution
    case .problem: .bad
    }
  }
}
