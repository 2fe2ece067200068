/// The help texts, made from the declarations alone; each ends with a line feed.
enum HelpPage {
  static func program(_ outline: Outline) -> String {
    let verbs = outline.nouns.map { HelpRow($0.name, $0.summary) }
    let commands = outline.commands.map { HelpRow($0.name, $0.summary) }
    let usage = globalUsage(outline) + ["COMMAND", "[ARGUMENT]..."]
    return page([
      [UsageLine.wrapped("usage: \(outline.name)", usage)],
      TextWrap.lines(outline.summary, width: TextWrap.columns),
      section("Commands with a verb:", verbs),
      section("Commands:", commands),
      section("Global options:", globalRows(outline)),
      ["See '\(outline.name) help COMMAND' for more."],
    ])
  }

  static func noun(_ noun: Outline.Noun, of outline: Outline) -> String {
    let path = "\(outline.name) \(noun.name)"
    return page([
      ["usage: \(path) VERB [ARGUMENT]..."],
      TextWrap.lines(noun.summary, width: TextWrap.columns),
      section("Verbs:", noun.verbs.map { HelpRow($0.name, $0.summary) }),
      ["See '\(path) VERB --help' for more."],
    ])
  }

  /// The path holds program, noun and verb.
  static func command(
    _ command: Outline.Command, at path: [String], of outline: Outline
  ) -> String {
    let parameters = command.parameters
    return page([
      [UsageLine.text(path, parameters)],
      TextWrap.lines(command.summary, width: TextWrap.columns),
      command.discussion.isEmpty ? [] : TextWrap.paragraphs(command.discussion),
      section("Arguments:", parameters.positionals.map { HelpRow($0) }),
      section("Options:", parameters.options.map { HelpRow($0) }),
      section("Global options:", globalRows(outline)),
      section(
        "Exit status:", command.exitStatuses.map { HelpRow("\($0.status.rawValue)", $0.meaning) }),
      examples(command.examples),
    ])
  }

  private static func page(_ blocks: [[String]]) -> String {
    blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private static func section(_ title: String, _ rows: [HelpRow]) -> [String] {
    rows.isEmpty ? [] : [title] + HelpRow.lines(rows)
  }

  private static func globalRows(_ outline: Outline) -> [HelpRow] {
    outline.globals.options.map { HelpRow($0) } + [HelpRow("-h, --help", "Show help.")]
  }

  private static func globalUsage(_ outline: Outline) -> [String] {
    outline.globals.options.map { "[\($0.label)]" }
  }

  private static func examples(_ examples: [Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["Examples:"]
      + examples.flatMap { example in
        ["  \(example.line)"]
          + TextWrap.lines(example.explanation, width: TextWrap.columns - 6)
          .map { "      \($0)" }
      }
  }
}
