import KeywayCore

/// What the router says to some bytes, for programs and for people.
struct ResolvedLink {
  let isRejected: Bool
  let members: JSONObject
  /// One line for people.
  let sentence: String

  init(_ link: Span<UInt8>, router: DeepLinkRouter) {
    switch router.route(link) {
    case .failure(let rejection):
      isRejected = true
      members = ["outcome": .string("rejected"), "reason": .string(rejection.rawValue)]
      sentence = "rejected: \(rejection.rawValue)"
    case .success(let parsed):
      isRejected = false
      let id = parsed.id(in: link)
      let target = parsed.command == .unlock ? "key" : "action"
      let dropped = parsed.droppedTrackers(in: link)
      var members: JSONObject = [
        "form": .string(parsed.form.rawValue),
        "outcome": .string(parsed.command.rawValue),
        target: .string(id),
      ]
      var sentence = "\(parsed.command.rawValue): \(target) \(id) (\(parsed.form.rawValue))"
      if parsed.isSigned {
        members["signed"] = .bool(true)
        sentence += ", signed"
      }
      if !dropped.isEmpty {
        members["dropped"] = .array(dropped.map(JSONValue.string))
        sentence += ", without \(dropped.joined(separator: ", "))"
      }
      self.members = members
      self.sentence = sentence
    }
  }
}
