import KeywayCore
import KeywayService

/// The answer to a tap as a replay's output line has it, without `line`.
struct TapLine {
  let request: TapRequest
  let answer: TapAnswer
  /// Why, where that was asked for.
  var explanation: AccessExplanation?

  var members: JSONObject {
    var members = answer.members
    for (name, value) in explanation?.members.members ?? [] { members[name] = value }
    members["at"] = .string(request.tappedAt.rfc3339)
    switch request.channel {
    case .appPerformAction, .scenePerformAction: members["completed"] = .bool(isAllowed)
    default: break
    }
    if request.device != nil { members["showing"] = showing }
    return members
  }

  /// One line for people.
  var sentence: String {
    var sentence =
      switch answer.decision {
      case .granted: "granted: \(answer.door ?? "") with key \(answer.key ?? "")"
      case .opened: "opened: \(answer.screen ?? "")"
      case .denied(let refusal):
        "denied: \(refusal.reason.rawValue)" + (refusal.detail.map { " (\($0.text))" } ?? "")
      }
    if let retryAfter = answer.retryAfter { sentence += "; try again in \(retryAfter) s" }
    if let explanation {
      sentence += explanation.sentence
    } else if let nextValid = answer.nextValid {
      sentence += "; works from \(nextValid.rfc3339)"
    }
    sentence += answer.repeated == nil ? "; tap \(answer.tap)" : "; repeats tap \(answer.tap)"
    return sentence
  }

  var isAllowed: Bool {
    switch answer.decision {
    case .granted, .opened: true
    case .denied: false
    }
  }

  /// What the phone shows from now on.
  private var showing: JSONValue {
    switch answer.decision {
    case .granted: answer.key.map(JSONValue.string) ?? .null
    case .opened: answer.screen.map(JSONValue.string) ?? .null
    case .denied: .null
    }
  }
}
