import KeywayCore
import KeywayService

@testable import KeywayServer

extension TestServer {
  /// A door, two holders with a phone each, keys for one, the other and everyone, and an action.
  func furnish() throws {
    let site = """
      {"keyway":1,
       "doors":[{"id":"front","name":"Front","site":"Office","timeZone":"UTC",
                 "lock":{"driver":"simulator"}},
                {"id":"back","name":"Back","timeZone":"UTC","lock":{"driver":"simulator"}}],
       "holders":[{"id":"aoi","name":"Aoi"},{"id":"kim","name":"Kim"}],
       "devices":[{"id":"p1","holder":"aoi"},{"id":"p2","holder":"kim"}],
       "keys":[{"id":"k1","door":"front","holder":"aoi","name":"Front"},
               {"id":"k2","door":"front","holder":"kim","name":"Front"},
               {"id":"k3","door":"back","holder":null,"name":"Back"}],
       "actions":[{"type":"search","title":"Search","screen":"search"}]}
      """
    _ = try services.registry.importSite(
      try SiteFile(parsing: Array(site.utf8)), actor: Actor(name: "user:0"))
  }

  /// The secret of a new token.
  func token(
    _ role: TokenRole, _ device: String? = nil, scope: TokenScope? = nil
  ) throws -> String {
    let order = TokenOrder(
      role: role, device: device.map { Device.ID(trusted: $0) }, scope: scope)
    return try services.tokens.issue(order, by: Actor(name: "user:0")).secret?.text ?? ""
  }

  /// The body of a tap on a link, now.
  func tap(
    _ link: String, id: String, at offset: Int64 = 0, sent: Int64 = 0, more: String = ""
  ) -> String {
    let at = Timestamp(milliseconds: now.milliseconds + offset).rfc3339
    let sent = Timestamp(milliseconds: now.milliseconds + sent).rfc3339
    return
      #"{"at":"\#(at)","sent":"\#(sent)","channel":"http","link":"\#(link)","tap":"\#(id)"\#(more)}"#
  }
}
