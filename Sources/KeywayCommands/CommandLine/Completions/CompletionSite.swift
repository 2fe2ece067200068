/// A place in a command line, and what may stand there.
struct CompletionSite: Sendable {
  /// The words before it, without options.
  let path: [String]
  /// Nouns, verbs or commands with their summaries; empty behind a command.
  let words: [(name: String, summary: String)]
  let options: [Declaration]
  let positionals: [Declaration]

  /// Whether more words than the path may stand before it.
  var isCommand: Bool { words.isEmpty }

  /// Longer paths first.
  static func all(in outline: Outline) -> [CompletionSite] {
    let globals = outline.globals.options
    func site(_ command: Outline.Command, _ path: [String]) -> CompletionSite {
      CompletionSite(
        path: path + [command.name], words: [], options: command.parameters.options + globals,
        positionals: command.parameters.positionals)
    }
    let verbs = outline.nouns.flatMap { noun in noun.verbs.map { site($0, [noun.name]) } }
    let nouns = outline.nouns.map { noun in
      CompletionSite(
        path: [noun.name], words: noun.verbs.map { ($0.name, $0.summary) }, options: globals,
        positionals: [])
    }
    let root = CompletionSite(
      path: [],
      words: outline.nouns.map { ($0.name, $0.summary) }
        + outline.commands.map { ($0.name, $0.summary) } + [("help", "Show help.")],
      options: globals, positionals: [])
    return verbs + nouns + outline.commands.map { site($0, []) } + [root]
  }

  /// Options with their help, `--help` among them.
  var describedOptions: [(name: String, summary: String)] {
    options.flatMap { option in option.options.map { ($0, option.help) } }
      + [("--help", "Show help.")]
  }

  /// The values that positional arguments can be chosen from.
  var positionalChoices: [String] { positionals.flatMap(\.choices) }

  var completesFiles: Bool { positionals.contains(where: \.completesFiles) }

  /// A pattern for the words before, each followed by a space; for bash and zsh.
  var pattern: String {
    "\"\(path.map { $0 + " " }.joined())\"" + (isCommand ? "*" : "")
  }
}
