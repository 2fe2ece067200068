import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// Answers decided taps: at once, or when their commands have ended where the sender prefers that.
final class TapOutcomes: Sendable {
  /// The answer to one tap of a request; nil for an echo, which was not decided.
  typealias Decided = (request: TapRequest, answer: TapAnswer)?

  private let services: ServerServices
  private let alarms: Alarms
  private let crew: Crew

  init(services: ServerServices, alarms: Alarms, crew: Crew) {
    self.services = services
    self.alarms = alarms
    self.crew = crew
  }

  func answer(_ post: TapPost, _ decided: [Decided]) {
    let commands = decided.compactMap { $0?.answer.command }
    guard let patience = post.patience, !commands.isEmpty else {
      return post.exchange.respond(response(to: post, decided, [:]))
    }
    let waiting = Monitor(commands.count)
    let finish: @Sendable () -> Void = { [self] in
      // Whoever comes second finds it below zero.
      let isFirst = waiting.change { left in
        defer { left = -1 }
        return left >= 0
      }
      guard isFirst else { return }
      if !crew.run({ self.tell(post, decided, commands) }) {
        post.exchange.respond(response(to: post, decided, [:]))
      }
    }
    alarms.set(after: patience, finish)
    for command in commands {
      services.runner.whenEnded(command) { _ in
        let left = waiting.change { left in
          if left > 0 { left -= 1 }
          return left
        }
        if left == 0 { finish() }
      }
    }
  }

  private func tell(_ post: TapPost, _ decided: [Decided], _ ids: [LockCommand.ID]) {
    let services = services
    let found = try? services.environment.store.read { reader in
      try ids.compactMap { try reader.command($0) }
    }
    let commands = Dictionary((found ?? []).map { ($0.id, $0) }) { first, _ in first }
    post.exchange.respond(response(to: post, decided, commands))
  }

  private func response(
    to post: TapPost, _ decided: [Decided], _ commands: [LockCommand.ID: LockCommand]
  ) -> HTTPResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "no-store"]
    if let patience = post.patience {
      headers.add("Preference-Applied", "wait=\(patience.components.seconds)")
    }
    let lines = zip(post.messages, decided).map { line($0, $1, post, commands) }
    if !post.isArray, let (_, answer) = decided[0],
      answer.decision == .denied(Refusal(.tapConflict))
    {
      return Problem(
        422, "tap_conflict", "the phone has sent another tap of the same id"
      ).response
    }
    let body: JSONValue = post.isArray ? .array(lines.map(JSONValue.object)) : .object(lines[0])
    return HTTPResponse(
      status: 200, headers: headers, body: .bytes(CanonicalJSON.bytes(of: body)))
  }

  private func line(
    _ message: TapMessage, _ decided: Decided, _ post: TapPost,
    _ commands: [LockCommand.ID: LockCommand]
  ) -> JSONObject {
    guard let (request, answer) = decided else {
      return [
        "at": .string(message.delivery.at.rfc3339), "outcome": .string("none"),
        "tap": .string(message.tap),
      ]
    }
    var line = answer.line(for: request)
    if case .denied(let refusal) = answer.decision, refusal.reason == .clockSkew {
      line["serverTime"] = .string(post.receivedAt.rfc3339)
    }
    if let command = answer.command.flatMap({ commands[$0] }) {
      line["actuation"] = .object(AttemptLine.members(of: command))
    }
    return line
  }
}

extension TapPost {
  func answer(_ problem: Problem) { exchange.respond(problem.response) }
}
