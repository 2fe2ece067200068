package import KeywayCore

extension TapAnswer {
  /// What the sender of the tap is told: a replay's output line without `line`.
  package func line(for request: TapRequest) -> JSONObject {
    var members = members(isAwaited: request.channel.hasCompletionHandler)
    members["at"] = .string(request.tappedAt.rfc3339)
    if request.device != nil { members["showing"] = shown.map(JSONValue.string) ?? .null }
    return members
  }
}
