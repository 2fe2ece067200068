package import KeywayCore
package import KeywayService

/// A lock behind a web service, which is told by a signed POST: the driver `webhook`.
///
/// The header, the signed text, the answer and what each end means stand in
/// `Documentation.docc/Webhook.md`. A command is one request: what happens before a connection
/// stands, verified and to an address that is allowed, is ``LockReport/neverReached(detail:)``; from
/// the moment on at which a byte may have been sent it never is.
package struct WebhookLock: LockDriver {
  private let now: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration

  /// - Parameters:
  ///   - now: the wall clock, by which services read deadlines.
  ///   - uptime: a clock that nobody can set.
  package init(now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration)
  {
    self.now = now
    self.uptime = uptime
  }

  package func verbs(settings: JSONObject) -> Set<LockCommand.Verb> {
    (try? WebhookLockSettings(settings).verbs) ?? []
  }

  package func send(
    _ command: LockCommand, settings: JSONObject, within limit: Duration
  ) -> LockResponse {
    guard let settings = try? WebhookLockSettings(settings) else {
      return LockResponse(.neverReached(detail: "bad_settings"))
    }
    guard settings.verbs.contains(command.verb) else {
      return LockResponse(.neverReached(detail: "verb_not_supported"))
    }
    switch exchange(WebhookRequest(command), settings, within: limit) {
    case .notSent(let detail): return LockResponse(.neverReached(detail: detail))
    case .unanswered: return LockResponse(.unconfirmed)
    case .answered(let status, let body):
      let answer = WebhookAnswer(status: status, body: body)
      return LockResponse(answer.report, observations: answer.observations(at: now()))
    }
  }

  /// Asks only services whose settings say that they know `report`: one that does not look at the
  /// verb would open.
  package func look(at door: Door.ID, settings: JSONObject, within limit: Duration) -> LockLook {
    guard let settings = try? WebhookLockSettings(settings) else {
      return .unanswered(detail: "bad_settings")
    }
    guard settings.reports else { return .unanswered(detail: "mute") }
    let deadline = Timestamp(milliseconds: now().milliseconds + Int64(Self.milliseconds(limit)))
    let request = WebhookRequest(reportOf: door, deadline: deadline)
    switch exchange(request, settings, within: limit) {
    case .notSent(let detail): return .unanswered(detail: detail)
    case .unanswered: return .unanswered(detail: "no_answer")
    case .answered(let status, let body):
      let answer = WebhookAnswer(status: status, body: body)
      switch answer.report {
      case .acknowledged: return .observed(answer.observations(at: now()))
      case .failed(let detail): return .unanswered(detail: detail)
      default: return .unanswered(detail: "no_answer")
      }
    }
  }

  private func exchange(
    _ request: WebhookRequest, _ settings: WebhookLockSettings, within limit: Duration
  ) -> Exchange.Result {
    let end = uptime() + limit
    let headers: [String]
    do {
      headers = try WebhookSecret.withSecret(at: settings.secretFile) { secret in
        request.headers(secret: secret)
      }
    } catch {
      return .notSent(detail: error.rawValue)
    }
    let isInTime = { [now, uptime] in uptime() < end && now() < request.deadline }
    // Reading the secret may have taken long.
    let milliseconds = Self.milliseconds(end - uptime())
    guard milliseconds > 0, now() < request.deadline else { return .notSent(detail: "late") }
    let course = ExchangeCourse(isAllowed: { Self.allows($0, settings) }, isInTime: isInTime)
    // libcrypto has signed by now: the first to start it says whether it has a configuration.
    let exchange = Exchange(
      settings, headers: headers, body: request.body, milliseconds: milliseconds, course: course)
    return exchange?.run() ?? .notSent(detail: "no_client")
  }

  /// What is not encrypted stays in the operator's own networks.
  private static func allows(_ scope: AddressScope, _ settings: WebhookLockSettings) -> Bool {
    switch scope {
    case .global: settings.url.isEncrypted
    case .local: settings.allowsPrivate
    case .nobody: false
    }
  }

  /// Rounded down, so that a service is not waited for longer, and at most what libcurl takes.
  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
