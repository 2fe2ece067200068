/// A noun and its verbs.
struct Noun<Context>: Sendable {
  let name: String
  /// One sentence.
  let summary: String
  let verbs: [any Command<Context>.Type]

  init(_ name: String, summary: String, _ verbs: [any Command<Context>.Type]) {
    self.name = name
    self.summary = summary
    self.verbs = verbs
  }
}
