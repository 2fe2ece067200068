import KeywayCore
import KeywayHTTP
import KeywayService

/// How the service is.
struct OperationRoutes: Sendable {
  let services: ServerServices
  let gate: TapGate
  let metrics: Metrics
  let readiness: Readiness

  var routes: [Route] {
    [
      Route(
        "GET", "/healthz", for: nil,
        .immediate { _ in .json(.object(["status": .string("alive")])) }),
      Route("GET", "/readyz", for: nil, .blocking { _ in ready() }),
      Route("GET", "/metrics", for: [.operator, .auditor], .blocking { _ in exposition() }),
    ]
  }

  private func ready() -> HTTPResponse {
    let finding = readiness.look()
    var checks = JSONObject()
    for check in finding.checks { checks[check.name] = .string(check.problem ?? "ok") }
    return .json(
      .object([
        "status": .string(finding.isReady ? "ready" : "unready"), "checks": .object(checks),
      ]), status: finding.isReady ? 200 : 503)
  }

  private func exposition() -> HTTPResponse {
    let text = metrics.text(gauges: [
      ("keyway_queued_requests", "Requests that wait to be decided.", Int64(gate.count)),
      ("keyway_open_commands", "Commands that have not ended.", Int64(services.runner.count)),
    ])
    return HTTPResponse(
      status: 200,
      headers: ["Content-Type": "application/openmetrics-text; version=1.0.0; charset=utf-8"],
      body: .bytes(Array(text.utf8)))
  }
}
