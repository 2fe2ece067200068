/// Completion for zsh, with descriptions.
struct ZshCompletion {
  let name: String
  let globals: [Declaration]

  func script(_ sites: [CompletionSite]) -> String {
    """
    #compdef \(name)
    # zsh completion for \(name): put it on $fpath as _\(name)
    _\(name)() {
      local place="" previous=${words[CURRENT-1]} index
      local -a entries
      for ((index = 2; index < CURRENT; index++)); do
        case ${words[index]} in
          (\(globals.filter(\.takesValue).map(\.title).joined(separator: "|"))) ((index++)) ;;
          (-*) ;;
          (*) place+="${words[index]} " ;;
        esac
      done
      case $place in
    \(sites.map(branch).joined(separator: "\n"))
      esac
    }
    if [[ $funcstack[1] == _\(name) ]]; then
      _\(name) "$@"
    else
      compdef _\(name) \(name)
    fi

    """
  }

  private func branch(_ site: CompletionSite) -> String {
    let entries = (site.words + site.describedOptions).map(entry)
    let values = site.options.filter(\.takesValue).map(value)
    var lines = ["    (\(site.pattern))", "      case $previous in"]
    lines += values + ["      esac", "      entries=("]
    lines += entries.map { "        \($0)" } + ["      )", "      _describe \(name) entries"]
    if !site.positionalChoices.isEmpty {
      lines.append("      compadd -- \(site.positionalChoices.joined(separator: " "))")
    }
    if site.completesFiles { lines.append("      _files") }
    return (lines + ["      ;;"]).joined(separator: "\n")
  }

  private func value(_ option: Declaration) -> String {
    let action =
      option.completesFiles
      ? "_files"
      : option.choices.isEmpty
        ? "_message \(ShellQuote.posix(option.placeholder))"
        : "compadd -- \(option.choices.joined(separator: " "))"
    return "        (\(option.title)) \(action); return ;;"
  }

  /// The first colon divides the word from its description.
  private func entry(_ word: (name: String, summary: String)) -> String {
    ShellQuote.posix("\(word.name):\(word.summary)")
  }
}
