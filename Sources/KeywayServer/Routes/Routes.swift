import KeywayHTTP

/// All that the service answers.
enum Routes {
  /// What routes are made of.
  struct Rooms: Sendable {
    let services: ServerServices
    let gate: TapGate
    let metrics: Metrics
    let failures: FailedAuthentication
    let stream: LogStream
    let readiness: Readiness
    let ends: CommandEnds
    let jobs: StreamCrew
  }

  static func router(_ rooms: Rooms) -> HTTPRouter<Route> {
    var router = HTTPRouter<Route>()
    for route in all(rooms) { router.add(route.method, route.pattern, route) }
    return router
  }

  static func all(_ rooms: Rooms) -> [Route] {
    TapRoutes(services: rooms.services).routes
      + RegistryRoutes(services: rooms.services).routes
      + ImportRoutes(services: rooms.services).routes
      + ShortcutRoutes(services: rooms.services).routes
      + SetJobRoutes(services: rooms.services, jobs: rooms.jobs).routes
      + DoorVerbRoutes(services: rooms.services, ends: rooms.ends).routes
      + EnrolmentRoutes(services: rooms.services, failures: rooms.failures).routes
      + LogRoutes(services: rooms.services, stream: rooms.stream).routes
      + PublicRoutes(services: rooms.services).routes
      + OperationRoutes(
        services: rooms.services, gate: rooms.gate, metrics: rooms.metrics,
        readiness: rooms.readiness
      ).routes
  }
}
