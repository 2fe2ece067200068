import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// Answers decided taps: at once, or when their commands have ended where the sender prefers that.
final class TapOutcomes: Sendable {
  /// The answer to one tap of a request; nil for an echo, which was not decided.
  typealias Decided = (request: TapRequest, answer: TapAnswer)?

  private let services: ServerServices
  private let ends: CommandEnds

  init(services: ServerServices, ends: CommandEnds) {
    self.services = services
    self.ends = ends
  }

  func answer(_ post: TapPost, _ decided: [Decided]) {
    let commands = decided.compactMap { $0?.answer.command }
    guard let patience = post.patience, !commands.isEmpty else {
      return post.exchange.respond(response(to: post, decided, [:]))
    }
    ends.wait(for: commands, atMost: patience) { [self] commands in
      post.exchange.respond(response(to: post, decided, commands))
    }
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
