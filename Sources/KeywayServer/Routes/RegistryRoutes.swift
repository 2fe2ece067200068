import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// Doors, holders, devices, keys and actions: the same routes for each list.
struct RegistryRoutes: Sendable {
  private static let usualPage: Int64 = 100
  private static let mostOnPage: Int64 = 1_000

  let services: ServerServices

  var routes: [Route] { RegistryList.allCases.flatMap(routes) }

  private func routes(of list: RegistryList) -> [Route] {
    let all = PathPattern("/v1/\(list.rawValue)")
    let one = PathPattern("/v1/\(list.rawValue)/{\(list.idMember)}")
    return [
      Route("GET", all, for: [.operator], .blocking { call in try page(list, call) }),
      Route("POST", all, for: [.operator], body: .json, .blocking { call in try add(list, call) }),
      Route("GET", one, for: [.operator], .blocking { call in try show(list, call) }),
      Route(
        "PUT", one, for: [.operator], body: .json, .blocking { call in try replace(list, call) }),
      Route("DELETE", one, for: [.operator], .blocking { call in try end(list, call) }),
    ]
  }

  private func page(_ list: RegistryList, _ call: Call) throws -> HTTPResponse {
    let query = try call.query("limit", "after", "removed")
    let scope = try scope(of: call, for: list)
    let page = try services.registry.page(
      list, after: query["after"],
      limit: Int(try query.number("limit", in: 1...Self.mostOnPage) ?? Self.usualPage),
      includesRemoved: query.flag("removed"), within: scope)
    var body: JSONObject = ["items": .array(page.records.map { .object($0.object) })]
    body["next"] = page.next.map(JSONValue.string)
    return .json(.object(body))
  }

  private func show(_ list: RegistryList, _ call: Call) throws -> HTTPResponse {
    _ = try call.query()
    let scope = try scope(of: call, for: list)
    let record = try services.registry.show(list, Self.id(in: list, call), within: scope)
    if record.isRemoved {
      throw Problem(410, "removed", "the \(list.noun) was removed, and its id is not used again")
    }
    let tag = EntityTag(text: record.revision)
    return try call.has(tag) ? .unmodified(tag) : Self.response(record)
  }

  /// A rehearsal is answered as the act would be, but for where the record is found.
  private func add(_ list: RegistryList, _ call: Call) throws -> HTTPResponse {
    let query = try call.query("because", "dryRun")
    let isRehearsal = try query.flag("dryRun")
    let scope = try scope(of: call, for: list)
    if scope != nil, list == .doors { try call.requireNoScope() }
    let result = try services.registry.add(
      list, call.object(), within: scope, actor: call.actor(because: query.reason()),
      dryRun: isRehearsal)
    return Self.response(result.record, status: 201, isLocated: !isRehearsal)
  }

  private func replace(_ list: RegistryList, _ call: Call) throws -> HTTPResponse {
    let query = try call.query("because", "dryRun")
    let isRehearsal = try query.flag("dryRun")
    let condition = RegistryCondition(
      try Self.standing(in: call.head), within: try scope(of: call, for: list))
    let id = list == .actions ? try call.text() : call.parameters[0]
    let result = try services.registry.replace(
      list, id, call.object(), if: condition, actor: call.actor(because: query.reason()),
      dryRun: isRehearsal)
    let isNew = result.kind == .added
    return Self.response(
      result.record, status: isNew ? 201 : 200, isLocated: isNew && !isRehearsal)
  }

  private func end(_ list: RegistryList, _ call: Call) throws -> HTTPResponse {
    let query = try call.query("because", "dryRun")
    try call.requireNoScope()
    _ = try services.registry.end(
      list, Self.id(in: list, call), if: RegistryCondition(Self.standing(in: call.head)),
      actor: call.actor(because: query.reason()), dryRun: query.flag("dryRun"))
    return HTTPResponse(status: 204)
  }

  /// What the caller may touch of the list; nil for all.
  ///
  /// - Throws: 403 for lists that no part of the house has a part of.
  private func scope(of call: Call, for list: RegistryList) throws(Problem) -> TokenScope? {
    switch list {
    case .doors, .keys: return call.principal?.scope
    case .holders, .devices, .actions:
      try call.requireNoScope()
      return nil
    }
  }

  /// The id in the path; actions' types are free text, and escaped there.
  private static func id(in list: RegistryList, _ call: Call) throws(Problem) -> String {
    let isOne: Bool
    let id = list == .actions ? try call.text() : call.parameters[0]
    isOne = list == .actions ? ActionType(id) != nil : Identifier<Key>(id) != nil
    guard isOne else { throw Problem(404, "not_found", "there is nothing of that id") }
    return id
  }

  private static func standing(
    in head: HTTPRequestHead
  ) throws(Problem) -> RegistryCondition.Standing {
    let match = try TagCondition("If-Match", in: head)
    switch (match, try TagCondition("If-None-Match", in: head)) {
    case (nil, nil): return .unsaid
    case (nil, .any?): return .absent
    case (.any?, nil): return .present
    // Tags are compared strongly (RFC 9110, section 13.1.1).
    case (.tags(let tags)?, nil): return .revisions(tags.filter { !$0.isWeak }.map(\.text))
    case (nil, .tags?), (.some, .some):
      throw Problem(
        400, "invalid_header", "a change takes If-Match, or If-None-Match: *, and not both")
    }
  }

  private static func response(
    _ record: RegistryRecord, status: Int = 200, isLocated: Bool = false
  ) -> HTTPResponse {
    var response = HTTPResponse.tagged(
      EntityTag(text: record.revision), CanonicalJSON.bytes(of: .object(record.object)),
      status: status)
    if isLocated {
      response.headers.add(
        "Location", "/v1/\(record.list.rawValue)/\(PercentEncoding.encode(record.id))")
    }
    return response
  }
}
