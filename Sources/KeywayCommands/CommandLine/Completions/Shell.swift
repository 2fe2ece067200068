/// A shell that can complete words.
enum Shell: String, Hashable, Sendable, CaseIterable {
  case bash, zsh, fish
}

extension CommandTree {
  /// The script that teaches a shell this tree; it never calls the program.
  func completions(for shell: Shell) -> String {
    let sites = CompletionSite.all(in: outline)
    let globals = outline.globals.options
    return switch shell {
    case .bash: BashCompletion(name: name, globals: globals).script(sites)
    case .zsh: ZshCompletion(name: name, globals: globals).script(sites)
    case .fish: FishCompletion(name: name, globals: globals).script(sites)
    }
  }
}

/// Text between single quotes.
enum ShellQuote {
  /// For bash and zsh.
  static func posix(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// For fish, where a backslash escapes within single quotes.
  static func fish(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return "'\(result)'"
  }
}
