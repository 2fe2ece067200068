import KeywayCore
import KeywayHTTP
import KeywayService

/// Operators' own words to doors.
struct DoorVerbRoutes: Sendable {
  private static let words: [(word: String, verb: LockCommand.Verb)] = [
    ("unlock", .unlock), ("unlatch", .unlatch), ("hold", .holdOpen), ("lock", .lock),
  ]

  let services: ServerServices
  let ends: CommandEnds

  var routes: [Route] {
    Self.words.map { word, verb in
      Route(
        "POST", PathPattern("/v1/doors/{id}/\(word)"), for: [.operator], body: .jsonIfAny,
        .deferred { call, respond in try order(verb, call, respond) })
    }
  }

  private func order(
    _ verb: LockCommand.Verb, _ call: Call, _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) throws {
    let door: Door.ID = try call.id()
    let because = try call.body.isEmpty ? nil : call.object(of: "because").string("because")
    let actor = try call.actor(because: Call.reason(because))
    let scope = call.principal?.scope
    let patience = try Preference.wait(in: call.head)
    if try call.query("dryRun").flag("dryRun") {
      let refusal = try services.orders.rehearse(verb, of: [door], within: scope).first?.refusal
      var members: JSONObject = [
        "door": .string(door.text), "outcome": .string(refusal == nil ? "granted" : "denied"),
      ]
      members["reason"] = refusal.map(JSONValue.string)
      return respond(.json(.object(members)))
    }
    guard
      let order = try services.orders.order(verb, of: [door], within: scope, by: actor).first
    else { throw Problem(404, "not_found", "there is nothing of that id") }
    if case .new(let id, let deadline) = order.outcome {
      services.runner.send(id, by: deadline)
    }
    guard let command = order.command, let patience else {
      let commands = order.command.map { ends.read([$0]) } ?? [:]
      return respond(Self.response(order, commands, nil))
    }
    ends.wait(for: [command], atMost: patience) { commands in
      respond(Self.response(order, commands, patience))
    }
  }

  private static func response(
    _ order: DoorOrder, _ commands: [LockCommand.ID: LockCommand], _ patience: Duration?
  ) -> HTTPResponse {
    var members: JSONObject = ["door": .string(order.door.text)]
    switch order.outcome {
    case .refused(let reason, let wait):
      members["outcome"] = .string("denied")
      members["reason"] = .string(reason.rawValue)
      members["retryAfter"] = wait.map { .integer(($0 + 999) / 1_000) }
    case .new, .coalesced:
      members["outcome"] = .string("granted")
      let isNew = if case .new = order.outcome { true } else { false }
      members["command"] = .string(isNew ? "new" : "coalesced")
    }
    if let command = order.command.flatMap({ commands[$0] }) {
      members["actuation"] = .object(AttemptLine.members(of: command))
    }
    var response = HTTPResponse.json(.object(members))
    if let patience {
      response.headers.add("Preference-Applied", "wait=\(patience.components.seconds)")
    }
    return response
  }
}

extension DoorOrder {
  /// What the lock is or was told; nil for a door that refused.
  fileprivate var command: LockCommand.ID? {
    switch outcome {
    case .new(let id, _), .coalesced(let id): id
    case .refused: nil
    }
  }
}
