/// Completion for bash 4 and later.
struct BashCompletion {
  let name: String
  let globals: [Declaration]

  func script(_ sites: [CompletionSite]) -> String {
    """
    # bash completion for \(name): source <(\(name) completions bash)
    _\(name)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local place="" words="" files="" index
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          \(globals.filter(\.takesValue).map(\.title).joined(separator: "|")))
            [[ ${COMP_WORDS[index+1]} == = ]] && ((index++))
            ((index++)) ;;
          -*) ;;
          *) place+="${COMP_WORDS[index]} " ;;
        esac
      done
      # bash makes a word of the sign in --name=value.
      if [[ $current == = ]]; then
        current=""
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      case $place in
    \(sites.map(branch).joined(separator: "\n"))
      esac
      COMPREPLY=($(compgen -W "$words" -- "$current"))
      if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        local file
        while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
      fi
    }
    complete -F _\(name) \(name)

    """
  }

  private func branch(_ site: CompletionSite) -> String {
    let words =
      site.words.map(\.name) + site.positionalChoices + site.describedOptions.map(\.name)
    let values = site.options.filter(\.takesValue).map(value)
    return """
          \(site.pattern))
            words="\(words.joined(separator: " "))" files=\(site.completesFiles ? "1" : "")
            case $previous in
      \(values.joined(separator: "\n"))
            esac ;;
      """
  }

  private func value(_ option: Declaration) -> String {
    let words = option.choices.joined(separator: " ")
    let files = option.completesFiles ? "1" : ""
    return "        \(option.title)) words=\"\(words)\" files=\(files) ;;"
  }
}
