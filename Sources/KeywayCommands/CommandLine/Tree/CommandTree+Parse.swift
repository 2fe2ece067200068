extension CommandTree {
  /// Understands the arguments that follow the program's own name.
  func parse(_ arguments: [String]) throws(UsageError) -> Invocation<Context> {
    var cursor = Cursor(arguments)
    var parser = ArgumentParser(path: [name], parameters: globals)
    var wantsHelp = cursor.asksForHelp
    let target = try resolve(&parser, &cursor, &wantsHelp)
    let outline = wantsHelp || target.isIncomplete ? outline : nil
    switch target {
    case .program:
      let page = outline.map(HelpPage.program) ?? ""
      if wantsHelp { return .help(page) }
      throw UsageError(.missing, at: parser.path, "missing command", help: page)
    case .noun(let noun):
      let page = outline.map { HelpPage.noun(Outline.Noun(noun), of: $0) } ?? ""
      if wantsHelp { return .help(page) }
      throw UsageError(.missing, at: parser.path, "missing verb", help: page)
    case .command(let command):
      if let outline {
        return .help(HelpPage.command(Outline.Command(command), at: parser.path, of: outline))
      }
      let arguments = try parser.finish(&cursor)
      return .run(try command.init(arguments), arguments)
    }
  }

  private enum Target {
    case program
    case noun(Noun<Context>)
    case command(any Command<Context>.Type)

    var isIncomplete: Bool {
      if case .command = self { false } else { true }
    }
  }

  private func resolve(
    _ parser: inout ArgumentParser, _ cursor: inout Cursor, _ wantsHelp: inout Bool
  ) throws(UsageError) -> Target {
    var first = try parser.word(from: &cursor)
    if first == Self.help {
      wantsHelp = true
      first = try parser.word(from: &cursor)
    }
    guard let word = first else { return .program }
    if let command = commands.first(where: { $0.name == word }) {
      return enter(command, &parser)
    }
    guard let noun = nouns.first(where: { $0.name == word }) else { throw unknown(word) }
    parser.path.append(noun.name)
    guard let verb = try parser.word(from: &cursor) else { return .noun(noun) }
    if let command = noun.verbs.first(where: { $0.name == verb }) {
      return enter(command, &parser)
    }
    guard verb == Self.help else { throw unknown(verb, of: noun) }
    wantsHelp = true
    return .noun(noun)
  }

  private func enter(
    _ command: any Command<Context>.Type, _ parser: inout ArgumentParser
  ) -> Target {
    parser.path.append(command.name)
    parser.enter(command.parameters)
    return .command(command)
  }

  private static var help: String { "help" }

  private func unknown(_ word: String) -> UsageError {
    let known = nouns.map(\.name) + commands.map { $0.name } + [Self.help]
    return UsageError(
      .unknownCommand, at: [name], "unknown command \(SafeText.quoted(word))",
      suggestion: Suggestion.nearest(to: word, among: known) ?? phrase(for: word))
  }

  private func unknown(_ verb: String, of noun: Noun<Context>) -> UsageError {
    UsageError(
      .unknownVerb, at: [name, noun.name], "unknown verb \(SafeText.quoted(verb))",
      suggestion: Suggestion.nearest(to: verb, among: noun.verbs.map { $0.name }))
  }

  /// The noun and verb when a verb stands first that only one noun has.
  private func phrase(for verb: String) -> String? {
    let owners = nouns.filter { $0.verbs.contains { $0.name == verb } }
    return owners.count == 1 ? owners.first.map { "\($0.name) \(verb)" } : nil
  }
}
