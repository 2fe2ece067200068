/// `keyway completions`
struct Completions: Command {
  private static let shell = Positional.required(
    "shell", .choice(of: Shell.self), help: "The shell that is to complete words.")

  static let name = "completions"
  static let summary = "Print the script that teaches a shell to complete keyway's words."
  static let parameters = Parameters(shell)
  static let examples = [
    Example("source <(keyway completions bash)", "Complete words in this shell.")
  ]

  private let shell: Shell

  init(_ arguments: Arguments) throws(UsageError) {
    shell = try arguments[Self.shell]
  }

  func run(in context: inout KeywayContext) throws {
    try context.output.print(KeywayTree.tree.completions(for: shell))
  }
}
