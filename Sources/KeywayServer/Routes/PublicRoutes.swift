import KeywayCore
import KeywayFormats
import KeywayHTTP
import KeywayService
import KeywayStore

/// What anybody may fetch: what phones ask a host for, and the page behind a link.
struct PublicRoutes: Sendable {
  let services: ServerServices

  var routes: [Route] {
    [
      Route(
        "GET", "/.well-known/apple-app-site-association", for: nil,
        .blocking { _ in try association(.apple) }),
      Route(
        "GET", "/.well-known/assetlinks.json", for: nil,
        .blocking { _ in try association(.android) }),
      Route("GET", "/u/{id}", for: nil, .immediate { _ in Self.page }),
    ]
  }

  private func association(_ form: SiteAssociation) throws -> HTTPResponse {
    let settings = try services.environment.store.read { reader in
      try services.settings.settings(in: reader)
    }
    do {
      return HTTPResponse(
        status: 200,
        headers: ["Content-Type": "application/json", "Cache-Control": "public, max-age=3600"],
        body: .bytes(try form.file(settings)))
    } catch {
      throw Problem(404, "not_found", "this host opens no app")
    }
  }

  /// The same for every id: whether there is such a key is nobody's business here.
  private static let page = HTTPResponse(
    status: 200,
    headers: [
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'sha256-\(LinkPage.styleDigest)'; base-uri 'none';"
        + " form-action 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex",
      "Cache-Control": "public, max-age=3600",
    ], body: .bytes(Array(LinkPage.html.utf8)))
}
