import KeywayCore
import KeywayService

extension AccessExplanation {
  /// What follows a decision for people: the rule, the time at the door, and when the key works.
  var sentence: String {
    var parts: [String] = []
    if let rule { parts.append("by \(rule)") }
    if let localTime { parts.append("at \(localTime) at the door") }
    switch next {
    case .at(let instant): parts.append("works from \(instant.rfc3339)")
    case .never(let reason): parts.append("never works as things stand (\(reason.rawValue))")
    case nil: break
    }
    return parts.map { "; \($0)" }.joined()
  }
}
