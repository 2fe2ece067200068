internal import Glibc
import KeywayCore
package import KeywayHTTP
package import KeywayService
import KeywayStore

/// The service as a process: from its first request to its orderly end.
package final class HTTPService: Sendable {
  /// How long requests and commands may take that were accepted before the end.
  private static let grace = Duration.seconds(15)

  private let services: ServerServices
  private let application: KeywayApplication
  private let server: HTTPServer
  private let log: RequestLog
  private let actor: Actor
  /// What ended the service, when it was not asked to end.
  private let failure: Monitor<(any Error)?>

  /// - Parameters:
  ///   - drivers: by the name that a door's `lock` has as `driver`.
  ///   - folder: the one that the database is in.
  ///   - actor: who takes checkpoints when nobody asks.
  ///   - write: takes whole lines of the service's own log; may block.
  /// - Throws: ``HTTPServerError``.
  package init(
    environment: ServiceEnvironment, settings: SettingsCache, owners: any CommandOwners,
    drivers: [String: any LockDriver], checkpoints: CheckpointService, actor: Actor,
    transport: HTTPServer.Configuration, folder: String, logsRequests: Bool,
    write: @escaping @Sendable ([UInt8]) -> Void
  ) throws {
    self.actor = actor
    let log = RequestLog(now: environment.now, notesRequests: logsRequests, write: write)
    self.log = log
    let failure = Monitor<(any Error)?>(nil)
    self.failure = failure
    let report: @Sendable (any Error) -> Void = { error in
      log.note("failure", ["message": .string("\(error)")])
      // Nothing may be done any more; the next start finds out what was written.
      if (error as? StoreError)?.code == .unknownCommit { failure.change { $0 = $0 ?? error } }
    }
    let metrics = Metrics()
    let runner = CommandRunner(
      dispatcher: CommandDispatcher(environment: environment, drivers: drivers),
      ended: { metrics.note($0) }, failed: report)
    services = ServerServices(
      environment: environment, settings: settings, owners: owners, runner: runner,
      checkpoints: checkpoints, drivers: Set(drivers.keys))
    application = KeywayApplication(
      services: services, log: log, metrics: metrics, folder: folder, report: report)
    server = try HTTPServer(transport, application: application)
  }

  /// Serves until SIGTERM or SIGINT comes, or the database fails; then finishes what was accepted.
  /// Blocks. The process must have no other thread yet.
  ///
  /// - Throws: ``HTTPServerError`` where it cannot begin; `StoreError` when the database failed.
  package func run() throws {
    let signals = StopSignals()
    try services.unlocking.closeAbandonedCommands()
    let threads = Crew(size: 2, queue: 2)
    let log = log
    _ = threads.run { log.run() }
    application.start()
    do {
      try server.start()
    } catch {
      finish(threads)
      throw error
    }
    let notifier = ReadinessNotifier()
    log.note("listening", ["port": .integer(Int64(server.port))])
    notifier.send("READY=1")
    while !signals.wait(.seconds(1)) {
      if failure.look({ $0 != nil }) { break }
      housekeep()
    }
    notifier.send("STOPPING=1")
    log.note("stopping")
    application.announceEnd()
    server.stopAccepting()
    finish(threads)
    if let error = failure.look({ $0 }) { throw error }
  }

  private func finish(_ threads: Crew) {
    let isDone = application.finish(within: Self.grace)
    server.stop()
    if failure.look({ $0 == nil }) {
      try? services.tokenUses.writePatiently(to: services.environment.store)
      if services.environment.store.hasWritten {
        _ = try? services.checkpoints.take(by: actor)
      }
      services.environment.store.maintain()
    }
    log.note("stopped", ["complete": .bool(isDone)])
    log.close()
    _ = threads.finish(within: .seconds(2))
  }

  private func housekeep() {
    try? services.tokenUses.writePatiently(to: services.environment.store)
    if services.environment.store.hasWritten { try? services.checkpoints.takeIfDue(by: actor) }
  }
}

/// SIGTERM and SIGINT, taken when somebody waits for them instead of when they come.
private struct StopSignals {
  private var set = sigset_t()

  /// To be made before there are other threads, which inherit the mask.
  init() {
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTERM)
    unsafe sigaddset(&set, SIGINT)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    // A service that a terminal stops would keep what everybody waits for.
    _ = signal(SIGTSTP, SIG_IGN)
  }

  /// Whether one has come within the time. Blocks.
  func wait(_ limit: Duration) -> Bool {
    var set = set
    var time = timespec(tv_sec: Int(limit.components.seconds), tv_nsec: 0)
    return unsafe sigtimedwait(&set, nil, &time) > 0
  }
}

/// Tells systemd how far the service is, sd_notify(3); does nothing where nobody asks.
private struct ReadinessNotifier {
  func send(_ state: String) {
    guard let path = unsafe getenv("NOTIFY_SOCKET") else { return }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let length = unsafe strlen(path)
    let isFitting = unsafe withUnsafeMutableBytes(of: &name.sun_path) { place in
      guard length > 1, length < place.count else { return false }
      unsafe place.copyMemory(from: UnsafeRawBufferPointer(start: path, count: length))
      // A name of the abstract kind.
      if unsafe place[0] == UInt8(ascii: "@") { unsafe place[0] = 0 }
      return true
    }
    guard isFitting else { return }
    let socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + length)
    _ = unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe sendto(socket, state, state.utf8.count, CInt(MSG_NOSIGNAL), name, size)
      }
    }
  }
}
