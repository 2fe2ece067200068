import KeywayCore
import KeywayHTTP
import KeywayService

/// How a phone gets its token: a code that an operator asks for, and a person types or scans.
struct EnrolmentRoutes: Sendable {
  let services: ServerServices
  let failures: FailedAuthentication

  var routes: [Route] {
    [
      Route(
        "POST", "/v1/devices/{id}/enrolment", for: [.operator],
        .blocking { call in try enrol(call) }),
      Route(
        "POST", "/v1/enrolment", for: nil, body: .json, .blocking { call in try redeem(call) }),
    ]
  }

  private func enrol(_ call: Call) throws -> HTTPResponse {
    let query = try call.query("because", "dryRun")
    try call.requireNoScope()
    let enrolment: Enrolment
    do {
      enrolment = try services.tokens.enrol(
        call.id(), by: call.actor(because: query.reason()), dryRun: query.flag("dryRun"))
    } catch let error as ServiceError where error.code == .invalid {
      throw Problem(409, "suspended", error.message)
    }
    var members: JSONObject = [
      "device": .string(enrolment.device.text),
      "expiresAt": .string(enrolment.expiresAt.rfc3339),
    ]
    members["code"] = enrolment.code.map { .string($0.text) }
    return .json(.object(members))
  }

  /// What does not hold is refused in the same words, whatever it is.
  private func redeem(_ call: Call) throws -> HTTPResponse {
    _ = try call.query()
    let object = try call.object(of: "device", "code")
    guard let text = try object.string("device") else {
      throw Problem(400, "invalid", "device: is missing")
    }
    guard let code = try object.string("code") else {
      throw Problem(400, "invalid", "code: is missing")
    }
    guard let device = Device.ID(text),
      case .token(let issued) = try services.tokens.redeem(code, for: device),
      let secret = issued.secret
    else {
      throw failures.answer(
        Problem(403, "enrolment_refused", "the code is not one that holds for this device"),
        to: call.head.client)
    }
    return .json(
      .object(["token": .string(secret.text), "device": .string(device.text)]))
  }
}
