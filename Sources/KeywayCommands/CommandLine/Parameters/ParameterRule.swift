/// A rule between the parameters of one command.
enum ParameterRule: Hashable, Sendable {
  case exactlyOne([Declaration])
  case atMostOne([Declaration])
  case atLeastOne([Declaration])
  case dependent(Declaration, on: Declaration)

  /// What is wrong with the parameters that were given, or nil.
  func violation(given: (Declaration) -> Bool) -> (code: UsageError.Code, message: String)? {
    switch self {
    case .exactlyOne(let members):
      missing(members, given) ?? together(members, given)
    case .atMostOne(let members):
      together(members, given)
    case .atLeastOne(let members):
      missing(members, given)
    case .dependent(let dependent, let other):
      given(dependent) && !given(other)
        ? (.missing, "\(dependent.title) needs \(other.label)") : nil
    }
  }

  private func missing(
    _ members: [Declaration], _ given: (Declaration) -> Bool
  ) -> (code: UsageError.Code, message: String)? {
    guard !members.contains(where: given) else { return nil }
    return (.missing, "missing \(WordList.join(members.map(\.label), "or"))")
  }

  private func together(
    _ members: [Declaration], _ given: (Declaration) -> Bool
  ) -> (code: UsageError.Code, message: String)? {
    let titles = members.filter(given).map(\.title)
    guard titles.count > 1 else { return nil }
    return (.conflict, "\(WordList.join(titles, "and")) cannot be given together")
  }
}

/// Words in a sentence.
enum WordList {
  /// `a`, `a or b`, `a, b or c`.
  static func join(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
