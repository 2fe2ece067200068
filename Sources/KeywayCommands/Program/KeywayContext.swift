internal import Glibc
import KeywayCore
import KeywayCrypto
import KeywaySQLite
import KeywayService
import KeywayStore

/// What commands work with. Nothing is opened before a command asks for it.
final class KeywayContext {
  let output: Output
  let variables: Variables
  /// The local user, with the reason that was given.
  let actor: Actor
  /// What the program ends with when nothing fails.
  var status = ExitStatus.done
  /// How many threads read the database at a time; to be set before it is opened. With none, which
  /// starts fastest, all take turns on the connection that writes.
  var readers = 0

  /// What this program has that others leave out.
  let equipment: Equipment

  /// Commands and nouns that read what there is, and make no database.
  private static let needsDatabase: Set = ["audit", "backup"]

  private let givenDatabase: String?
  private let path: [String]
  private var opened: Opened?

  private struct Opened {
    let environment: ServiceEnvironment
    let settings: SettingsCache
    let owner: ProcessOwner
  }

  init(
    _ arguments: Arguments, output: Output, variables: Variables, equipment: Equipment
  ) throws(UsageError) {
    self.equipment = equipment
    self.output = output
    self.variables = variables
    path = arguments.path
    givenDatabase = try arguments[Common.database]
    actor = Actor(name: "user:\(getuid())", because: try arguments[Common.because])
  }

  /// What services stand on. Opens the database at its first use, and makes it when there is none.
  var environment: ServiceEnvironment {
    get throws { try open().environment }
  }

  var unlocking: UnlockService {
    get throws {
      let opened = try open()
      return UnlockService(
        environment: opened.environment, settings: opened.settings, owners: opened.owner)
    }
  }

  /// Brings commands to locks.
  var dispatcher: CommandDispatcher {
    get throws { CommandDispatcher(environment: try environment, drivers: equipment.drivers) }
  }
  var locks: LockService {
    get throws { LockService(environment: try environment, drivers: equipment.drivers) }
  }
  /// Waits for commands that other processes send.
  var watch: CommandWatch {
    get throws { CommandWatch(environment: try environment, pause: { SystemClock.pause($0) }) }
  }
  var settingsCache: SettingsCache { get throws { try open().settings } }
  /// This process as an owner of commands.
  var owner: ProcessOwner { get throws { try open().owner } }

  var shortcuts: ShortcutService { get throws { ShortcutService(environment: try environment) } }
  var audit: AuditService { get throws { AuditService(environment: try environment) } }
  var checkpoints: CheckpointService {
    get throws {
      CheckpointService(
        environment: try environment, keyFile: LogKeyFile(database: try location.path))
    }
  }
  var tokens: TokenService { get throws { TokenService(environment: try environment) } }
  var configuration: SettingsService {
    get throws { SettingsService(environment: try environment) }
  }

  /// The settings as they stand now.
  var settings: ServiceSettings {
    get throws {
      let opened = try open()
      return try read { reader in try opened.settings.settings(in: reader) }
    }
  }

  /// Reads in one state of the store.
  func read<T>(_ body: (borrowing any StoreReader & ~Copyable) throws -> T) throws -> T {
    try environment.store.read(body)
  }

  /// To be called when the output is out. Never throws: what is left undone, the next start does.
  func close() {
    guard let opened else { return }
    if opened.environment.store.hasWritten { try? checkpoints.takeIfDue(by: actor) }
    opened.environment.store.maintain()
    opened.owner.release()
  }

  /// Where the database is or would be.
  var location: DatabaseLocation {
    get throws(UsageError) {
      guard let location = DatabaseLocation(given: givenDatabase, variables: variables) else {
        throw UsageError(
          .missing, at: path, "missing --database PATH: neither $KEYWAY_DATABASE nor $HOME is set")
      }
      return location
    }
  }

  /// What services that only read stand on, over the database as it is: nothing is made, migrated
  /// or written.
  func environment(lookingAt path: String) throws(StoreError) -> ServiceEnvironment {
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    let random = SystemRandom()
    return environment(
      over: try SQLiteStore(
        path: path, options: options, now: SystemClock.now(), random: { random.bytes($0) }))
  }

  /// What services stand on, over another store than this program's.
  func environment(over store: SQLiteStore) -> ServiceEnvironment {
    let random = SystemRandom()
    return ServiceEnvironment(
      store: store, now: { SystemClock.now() }, uptime: { SystemClock.uptime() },
      random: { random.bytes($0) }, zones: ZoneFiles(variables).zones(version: "unread"))
  }

  private func open() throws -> Opened {
    if let opened { return opened }
    let location = try location
    let random = SystemRandom()
    var options = SQLiteStore.Options()
    options.createsFolders = location.isDefault
    options.readers = readers
    // A log that is not there is not one that holds, nor one to copy.
    options.createsFile = !path.contains { Self.needsDatabase.contains($0) }
    let store = try SQLiteStore(
      path: location.path, options: options, now: SystemClock.now(),
      random: { random.bytes($0) })
    let opened = Opened(
      environment: environment(over: store), settings: SettingsCache(),
      owner: ProcessOwner(
        database: location.path,
        name: GeneratedIdentifier.pseudonym(
          random: random.bytes(GeneratedIdentifier.pseudonymBytes))))
    self.opened = opened
    return opened
  }
}
