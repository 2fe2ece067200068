import KeywayCore
import KeywayService

/// What a web service's answer says; anything that could mean two things says nothing.
struct WebhookAnswer: Hashable, Sendable {
  let report: LockReport
  var state: LockState?
  /// In percent.
  var battery: Int?

  /// - Parameter body: nil when it did not come whole, or was longer than anything that is read.
  init(status: Int, body: [UInt8]?) {
    if status == 200, let body, let answer = Self(parsing: body) {
      self = answer
    } else {
      report = Self.report(of: status)
    }
  }

  /// What the status alone says. 303 follows what was done; 408 and 409 come from services, and
  /// from what stands before them, that have the command and do not know its end (RFC 9110,
  /// sections 15.4.4, 15.5.9 and 15.5.10).
  private static func report(of status: Int) -> LockReport {
    switch status {
    case 303, 408, 409: .unconfirmed
    case 300..<400: .failed(detail: "redirected")
    case 400..<500: .failed(detail: "http_\(status)")
    default: .unconfirmed
    }
  }

  private init?(parsing body: [UInt8]) {
    guard let value = try? JSONValue(parsing: body.span), case .object(let object) = value else {
      return nil
    }
    var detail: String?
    for (name, value) in object.members {
      switch (name, value) {
      case ("outcome", .string): break
      case ("detail", .string(let text)) where Self.isWord(text): detail = text
      case ("state", .string(let text)):
        guard let known = LockState(rawValue: text) else { return nil }
        state = known
      case ("battery", let value):
        guard let percent = value.wholeNumber, 0...100 ~= percent else { return nil }
        battery = Int(percent)
      default: return nil
      }
    }
    switch object.text("outcome") {
    case "acknowledged" where detail == nil: report = .acknowledged
    case "failed": report = .failed(detail: detail ?? "refused")
    default: return nil
    }
  }

  /// Free text could name people, whom the log could not forget.
  private static func isWord(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
  }

  /// What the lock reported, or nothing.
  func observations(at now: Timestamp) -> [LockObservation] {
    guard state != nil || battery != nil else { return [] }
    return [LockObservation(state: state, battery: battery, receivedAt: now)]
  }
}
