import Glibc
import KeywayCommands
import KeywayHTTP
import KeywayServer
import KeywayService

/// Runs the service for `keyway serve`.
struct HTTPHost: ServiceHost {
  func serve(_ order: ServiceOrder) throws {
    raiseFileLimit()
    var transport = HTTPServer.Configuration()
    transport.address = order.options.address
    transport.port = order.options.port
    transport.certificate = order.options.certificate
    transport.privateKey = order.options.privateKey
    transport.trustedProxies = order.options.trustedProxies
    do {
      try HTTPService(
        environment: order.environment, settings: order.settings, owners: order.owners,
        drivers: order.drivers, checkpoints: order.checkpoints, actor: order.actor,
        transport: transport, folder: order.folder, logsRequests: order.options.logsRequests,
        write: Self.write
      ).run()
    } catch let error as HTTPServerError {
      throw ServiceError(error.code == .badProxy ? .invalid : .unavailable, error.message)
    }
  }

  /// Whole lines, as far as standard error takes them.
  private static func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Connections take descriptors, and files of the database do.
  private func raiseFileLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 16_384)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
