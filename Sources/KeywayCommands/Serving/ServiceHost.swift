package import KeywayService

/// Runs the service over HTTP; in the program that has the library for it.
package protocol ServiceHost: Sendable {
  /// Serves until the process is asked to stop. Blocks.
  ///
  /// - Throws: ``ServiceError`` `unavailable` where it cannot begin; `StoreError` when the database
  ///   is in a state in which nothing may be done any more.
  func serve(_ order: ServiceOrder) throws
}

/// What is to be served, and how.
package struct ServiceOrder: Sendable {
  package let environment: ServiceEnvironment
  package let settings: SettingsCache
  package let owners: any CommandOwners
  /// By the name that a door's `lock` has as `driver`.
  package let drivers: [String: any LockDriver]
  package let checkpoints: CheckpointService
  /// Who takes checkpoints when nobody asks.
  package let actor: Actor
  /// The folder that the database is in.
  package let folder: String
  package let options: ServiceOptions
}

/// How the service is reached.
package struct ServiceOptions: Sendable {
  /// An IPv4 or IPv6 address, without brackets.
  package var address = "127.0.0.1"
  /// 0 for any that is free.
  package var port: UInt16 = 8080
  /// PEM, with the chain; nil without TLS.
  package var certificate: [UInt8]?
  /// PEM; nil without TLS.
  package var privateKey: [UInt8]?
  /// Addresses, and networks with their prefix length, whose word about clients counts.
  package var trustedProxies: [String] = []
  /// Whether each request has a line in the log, or only what goes wrong.
  package var logsRequests = true

  package init() {}

  /// Whether only this machine reaches it.
  package var isLoopback: Bool { address == "::1" || address.hasPrefix("127.") }
}
