/// A command tree as words, without the types behind it.
struct Outline: Sendable {
  struct Noun: Sendable {
    let name: String
    let summary: String
    let verbs: [Command]
  }

  struct Command: Sendable {
    let name: String
    let summary: String
    let discussion: String
    let parameters: Parameters
    let exitStatuses: [ExitMeaning]
    let examples: [Example]
  }

  let name: String
  let summary: String
  let globals: Parameters
  let nouns: [Noun]
  let commands: [Command]
}

extension Outline.Command {
  init<Context>(_ type: any Command<Context>.Type) {
    self.init(
      name: type.name, summary: type.summary, discussion: type.discussion,
      parameters: type.parameters, exitStatuses: type.exitStatuses, examples: type.examples)
  }
}

extension Outline.Noun {
  init<Context>(_ noun: Noun<Context>) {
    self.init(
      name: noun.name, summary: noun.summary,
      verbs: noun.verbs.map { Outline.Command($0) })
  }
}
