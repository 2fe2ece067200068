import KeywayCore
import KeywayHTTP
import KeywayService

/// A site file, whole or not at all.
struct ImportRoutes: Sendable {
  let services: ServerServices

  var routes: [Route] {
    [
      Route(
        "POST", "/v1/import", for: [.operator], body: .longJSON,
        .blocking { call in try importSite(call) })
    ]
  }

  private func importSite(_ call: Call) throws -> HTTPResponse {
    let query = try call.query("because", "dryRun")
    try call.requireNoScope()
    let report = try services.registry.importSite(
      SiteFile(parsing: call.body), actor: call.actor(because: query.reason()),
      dryRun: query.flag("dryRun"))
    return .json(.object(report.json))
  }
}
