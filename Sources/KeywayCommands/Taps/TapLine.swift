import KeywayCore
import KeywayService

/// The answer to a tap as a replay's output line has it, without `line`.
struct TapLine {
  let request: TapRequest
  let answer: TapAnswer
  /// Why, where that was asked for.
  var explanation: AccessExplanation?

  var members: JSONObject {
    var members = answer.line(for: request)
    for (name, value) in explanation?.members.members ?? [] { members[name] = value }
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
}
