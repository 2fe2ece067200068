internal import Synchronization

/// Listens and serves, on a thread of its own, until it is stopped.
package final class HTTPServer: Sendable {
  private let configuration: Configuration
  private let desk: FrontDesk
  private let running = Mutex<Running?>(nil)
  private let boundPort = Atomic<UInt16>(0)

  /// What exists while the server runs.
  private final class Running {
    let daemon: Daemon
    let sweeper: Sweeper

    init(_ daemon: Daemon, _ sweeper: Sweeper) {
      self.daemon = daemon
      self.sweeper = sweeper
    }
  }

  /// Nothing is opened yet.
  ///
  /// - Throws: `badProxy`.
  package init(
    _ configuration: Configuration, application: any HTTPApplication
  ) throws(HTTPServerError) {
    self.configuration = configuration
    desk = try FrontDesk(configuration, application: application)
  }

  deinit {
    stop(within: .zero)
  }

  /// Begins to listen and to serve. To be called once.
  ///
  /// - Throws: any code but `badProxy`; nothing is left open.
  package func start() throws(HTTPServerError) {
    let identity = try ServerIdentity(
      certificate: configuration.certificate, key: configuration.privateKey)
    let listener = try Listener(address: configuration.address, port: configuration.port)
    guard let sweeper = Sweeper(desk) else {
      throw HTTPServerError(.unavailable, "starting the thread that watches over connections")
    }
    let failure = running.withLock { [desk] running -> HTTPServerError? in
      do throws(HTTPServerError) {
        let daemon = try Daemon(listener: listener, identity: identity, desk: desk)
        running = Running(daemon, sweeper)
        return nil
      } catch {
        return error
      }
    }
    if let failure {
      sweeper.stop()
      throw failure
    }
    boundPort.store(listener.port, ordering: .releasing)
  }

  /// The port that it listens on; 0 before it was started.
  package var port: UInt16 { boundPort.load(ordering: .acquiring) }

  /// How many connections are open now.
  package var connections: Int { desk.connections.count }

  /// Takes no new connections; those that are open end with their next answer.
  package func stopAccepting() {
    desk.isClosing.store(true, ordering: .sequentiallyConsistent)
    running.withLock { $0?.daemon.quiesce() }
  }

  /// Ends the server: connections without a request are closed, those with one get their answers,
  /// and what is left after that time is answered with 503, or cut. Blocks.
  package func stop(within patience: Duration = .seconds(10)) {
    stopAccepting()
    guard running.withLock({ $0 != nil }) else { return }
    desk.drain(within: patience)
    running.withLock { running in
      guard let ending = running else { return }
      desk.isStopping.store(true, ordering: .sequentiallyConsistent)
      desk.endAll()
      ending.daemon.stop()
      ending.sweeper.stop()
      running = nil
    }
  }
}
