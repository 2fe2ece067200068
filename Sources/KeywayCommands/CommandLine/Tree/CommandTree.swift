/// Everything a program understands: nouns with verbs, and commands without a noun.
struct CommandTree<Context>: Sendable {
  let name: String
  let summary: String
  /// Options that stand anywhere, also before the noun.
  let globals: Parameters
  let nouns: [Noun<Context>]
  let commands: [any Command<Context>.Type]

  init(
    _ name: String, summary: String, globals: Parameters, nouns: [Noun<Context>],
    commands: [any Command<Context>.Type]
  ) {
    self.name = name
    self.summary = summary
    self.globals = globals
    self.nouns = nouns
    self.commands = commands
  }

  /// The tree without its types, for help and completions.
  var outline: Outline {
    Outline(
      name: name, summary: summary, globals: globals,
      nouns: nouns.map { Outline.Noun($0) },
      commands: commands.map { Outline.Command($0) })
  }
}
