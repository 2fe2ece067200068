import KeywayCore
import KeywayHTTP
import KeywayService

/// All that the service answers.
enum Routes {
  static func router(
    services: ServerServices, gate: TapGate, metrics: Metrics, failures: FailedAuthentication
  ) -> HTTPRouter<Route> {
    var router = HTTPRouter<Route>()
    for route in all(services: services, gate: gate, metrics: metrics, failures: failures) {
      router.add(route.method, route.pattern, route)
    }
    return router
  }

  static func all(
    services: ServerServices, gate: TapGate, metrics: Metrics, failures: FailedAuthentication
  ) -> [Route] {
    TapRoutes(services: services).routes
      + LogRoutes(services: services).routes
      + PublicRoutes(services: services).routes
      + OperationRoutes(services: services, gate: gate, metrics: metrics).routes
  }
}
