internal import Glibc
internal import Synchronization

/// Listens and serves, on a thread of its own, until it is stopped.
package final class HTTPServer: Sendable {
  private let configuration: Configuration
  private let application: any HTTPApplication
  private let running = Mutex<Running?>(nil)

  /// What exists while the server runs.
  private final class Running {
    let daemon: Daemon
    let desk: FrontDesk
    let sweeper: Sweeper

    init(_ daemon: Daemon, _ desk: FrontDesk, _ sweeper: Sweeper) {
      self.daemon = daemon
      self.desk = desk
      self.sweeper = sweeper
    }
  }

  /// Nothing is opened yet.
  package init(_ configuration: Configuration, application: any HTTPApplication) {
    self.configuration = configuration
    self.application = application
  }

  deinit {
    stop(within: .zero)
  }

  /// Begins to listen and to serve. To be called once.
  ///
  /// - Throws: any code; nothing is left open.
  package func start() throws(HTTPServerError) {
    let desk = try FrontDesk(configuration, application: application)
    let listener = try Listener(address: configuration.address, port: configuration.port)
    guard let sweeper = Sweeper(desk) else {
      throw HTTPServerError(.unavailable, "starting the thread that watches over connections")
    }
    let identity = try ServerIdentity(
      certificate: configuration.certificate, key: configuration.key)
    let limits = configuration.limits
    let result = running.withLock { running -> HTTPServerError? in
      do throws(HTTPServerError) {
        let daemon = try Daemon(
          listener: listener, identity: identity, limits: limits, desk: desk)
        running = Running(daemon, desk, sweeper)
        return nil
      } catch {
        return error
      }
    }
    if let result {
      sweeper.stop()
      throw result
    }
  }

  /// The port that it listens on, or nil while it does not run.
  package var port: UInt16? {
    running.withLock { $0?.daemon.port }
  }

  /// Connections that are open now.
  package var connections: Int {
    running.withLock { $0?.desk.connections.count ?? 0 }
  }

  /// Takes no new connections; those that are open end with their next answer.
  package func stopAccepting() {
    running.withLock { running in
      guard let running else { return }
      running.desk.isClosing.store(true, ordering: .sequentiallyConsistent)
      running.daemon.quiesce()
    }
  }

  /// Ends the server: connections without a request are closed, those with one get their answers,
  /// and what is left after that time is answered with 503, or cut. Blocks.
  package func stop(within patience: Duration = .seconds(10)) {
    stopAccepting()
    guard let desk = running.withLock({ $0?.desk }) else { return }
    desk.drain(within: patience)
    running.withLock { running in
      guard let ending = running else { return }
      ending.desk.isStopping.store(true, ordering: .sequentiallyConsistent)
      ending.desk.endAll()
      ending.daemon.stop()
      ending.sweeper.stop()
      running = nil
    }
  }
}
