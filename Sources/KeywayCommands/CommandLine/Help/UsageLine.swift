/// The line that shows how a command is put together.
enum UsageLine {
  static func text(_ path: [String], _ parameters: Parameters) -> String {
    let choices = parameters.rules.compactMap(\.choice)
    let inChoices = Set(choices.flatMap(\.members))
    var parts: [String] = []
    for declaration in parameters.positionals where !inChoices.contains(declaration) {
      parts.append(declaration.isRequired ? declaration.label : "[\(declaration.label)]")
    }
    for choice in choices {
      let words = choice.members.map(\.label).joined(separator: " | ")
      parts.append(choice.isRequired ? "(\(words))" : "[\(words)]")
    }
    let options = parameters.options.filter { !inChoices.contains($0) }
    parts += options.filter(\.isRequired).map(\.label)
    if options.contains(where: { !$0.isRequired }) { parts.append("[OPTION]...") }
    return wrapped("usage: " + path.joined(separator: " "), parts)
  }

  /// Parts are never broken, and go on under the first.
  static func wrapped(_ start: String, _ parts: [String]) -> String {
    let indent = String(repeating: " ", count: DisplayWidth.of(start) + 1)
    var lines = [start]
    var isEmpty = true
    for part in parts {
      let last = lines[lines.count - 1]
      if !isEmpty, DisplayWidth.of(last) + 1 + DisplayWidth.of(part) > TextWrap.columns {
        lines.append(indent + part)
      } else {
        lines[lines.count - 1] = "\(last) \(part)"
      }
      isEmpty = false
    }
    return lines.joined(separator: "\n")
  }
}

extension ParameterRule {
  /// The parameters that stand for one another in a usage line.
  fileprivate var choice: (members: [Declaration], isRequired: Bool)? {
    switch self {
    case .exactlyOne(let members): (members, true)
    case .atMostOne(let members): (members, false)
    case .atLeastOne, .dependent: nil
    }
  }
}
