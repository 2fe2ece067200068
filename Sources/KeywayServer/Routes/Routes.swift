import KeywayCore
import KeywayHTTP
import KeywayService

/// All that the service answers.
enum Routes {
  static func router(
    services: ServerServices, gate: TapGate, metrics: Metrics, failures: FailedAuthentication,
    ends: CommandEnds, streams: StreamCrew
  ) -> HTTPRouter<Route> {
    var router = HTTPRouter<Route>()
    let routes = all(
      services: services, gate: gate, metrics: metrics, failures: failures, ends: ends,
      streams: streams)
    for route in routes { router.add(route.method, route.pattern, route) }
    return router
  }

  static func all(
    services: ServerServices, gate: TapGate, metrics: Metrics, failures: FailedAuthentication,
    ends: CommandEnds, streams: StreamCrew
  ) -> [Route] {
    TapRoutes(services: services).routes
      + RegistryRoutes(services: services).routes
      + ImportRoutes(services: services).routes
      + ShortcutRoutes(services: services).routes
      + SetJobRoutes(services: services, streams: streams).routes
      + DoorVerbRoutes(services: services, ends: ends).routes
      + EnrolmentRoutes(services: services, failures: failures).routes
      + LogRoutes(services: services).routes
      + PublicRoutes(services: services).routes
      + OperationRoutes(services: services, gate: gate, metrics: metrics).routes
  }
}
