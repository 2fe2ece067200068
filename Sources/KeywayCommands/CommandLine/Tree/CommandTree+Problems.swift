extension CommandTree {
  /// Mistakes in the declarations, one sentence each; a test of the program expects none.
  var problems: [String] {
    let outline = outline
    let top = outline.nouns.map(\.name) + outline.commands.map(\.name)
    var problems = duplicates(in: top, at: name)
    for noun in outline.nouns {
      problems += duplicates(in: noun.verbs.map(\.name), at: "\(name) \(noun.name)")
      for verb in noun.verbs {
        problems += self.problems(of: verb, at: "\(noun.name) \(verb.name)")
      }
    }
    for command in outline.commands { problems += self.problems(of: command, at: command.name) }
    return problems
  }

  private func duplicates(in words: [String], at place: String) -> [String] {
    var seen: Set = ["help"]
    return words.filter { !seen.insert($0).inserted }.map { "\(place): '\($0)' is declared twice" }
  }

  private func problems(of command: Outline.Command, at place: String) -> [String] {
    let parameters = command.parameters
    let options = (parameters.options + globals.options).flatMap(\.options)
    let positionals = parameters.positionals
    var problems =
      duplicates(in: options + ["--help"], at: place)
      + duplicates(in: positionals.map(\.title), at: place)
    for positional in positionals.dropLast() where positional.isRepeatable || !positional.isRequired
    {
      problems.append("\(place): \(positional.label) stands before another argument")
    }
    let declared = Set(parameters.declarations)
    for member in parameters.rules.flatMap(\.members) where !declared.contains(member) {
      problems.append("\(place): a rule names \(member.title), which is not declared")
    }
    for member in parameters.rules.flatMap(\.members) where member.isRequired {
      problems.append("\(place): \(member.title) is required, so a rule about it says nothing")
    }
    return problems
  }
}

extension ParameterRule {
  fileprivate var members: [Declaration] {
    switch self {
    case .exactlyOne(let members), .atMostOne(let members), .atLeastOne(let members): members
    case .dependent(let dependent, let other): [dependent, other]
    }
  }
}
