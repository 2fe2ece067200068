import KeywayCore
import KeywayHTTP
import KeywayService
import KeywayStore

/// Taps, and what became of them.
struct TapRoutes: Sendable {
  let services: ServerServices

  var routes: [Route] {
    [
      Route("POST", "/v1/taps", for: [.device], body: .json, .taps),
      Route(
        "GET", "/v1/attempts/{tap}", for: [.device, .operator],
        .blocking { call in try attempt(call) }),
    ]
  }

  private func attempt(_ call: Call) throws -> HTTPResponse {
    let query = try call.query("device")
    let tap = call.parameters[0]
    let own = call.principal?.device
    if let named = query["device"], let own, named != own.text {
      throw Problem(403, "forbidden", "the token is another phone's")
    }
    let sender = (own?.text ?? query["device"]).map { "device:\($0)" }
    let found = try services.environment.store.read { reader -> (Attempt, LockCommand?)? in
      let attempts = try reader.attempts(named: tap).filter { attempt in
        !attempt.tap.sender.hasPrefix("conflict:")
          && (sender.map { $0 == attempt.tap.sender } ?? true)
      }
      guard let attempt = attempts.first else { return nil }
      return (attempt, try attempt.command.flatMap { try reader.command($0) })
    }
    guard let (attempt, command) = found else {
      throw Problem(404, "not_found", "there is no such tap, or it is no longer remembered")
    }
    return .json(.object(try AttemptLine(attempt, command).members))
  }
}

extension HTTPResponse {
  /// An answer in canonical JSON.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: .bytes(CanonicalJSON.bytes(of: value)))
  }
}
