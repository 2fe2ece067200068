/// Completion for fish, with descriptions.
struct FishCompletion {
  let name: String
  let globals: [Declaration]

  func script(_ sites: [CompletionSite]) -> String {
    """
    # fish completion for \(name): put it into ~/.config/fish/completions/\(name).fish
    function __\(name)_at
      set -l place
      set -l skip 0
      for word in (commandline -opc)[2..-1]
        if test $skip = 1
          set skip 0
          continue
        end
        switch $word
          case \(globals.filter(\.takesValue).map(\.title).joined(separator: " "))
            set skip 1
          case '-*'
          case '*'
            set -a place $word
        end
      end
      string match -q -- $argv[1] "$place "
    end
    complete -c \(name) -f
    \(sites.flatMap(lines).joined(separator: "\n"))

    """
  }

  private func lines(_ site: CompletionSite) -> [String] {
    let place = site.path.joined(separator: " ") + (site.isCommand ? " *" : " ")
    let start = "complete -c \(name) -n \"__\(name)_at '\(place)'\""
    var lines = site.words.map { "\(start) -a \($0.name) -d \(ShellQuote.fish($0.summary))" }
    lines += site.options.flatMap { option in
      option.options.map { "\(start) -l \($0.dropFirst(2))\(value(of: option, as: $0))" }
    }
    lines.append("\(start) -s h -l help -d 'Show help.'")
    if !site.positionalChoices.isEmpty {
      lines.append("\(start) -a '\(site.positionalChoices.joined(separator: " "))'")
    }
    if site.completesFiles { lines.append("\(start) -F") }
    return lines
  }

  private func value(of option: Declaration, as spelling: String) -> String {
    let description = " -d \(ShellQuote.fish(option.help))"
    guard option.takesValue, spelling == option.title else { return description }
    if option.completesFiles { return " -rF" + description }
    if option.choices.isEmpty { return " -x" + description }
    return " -xa '\(option.choices.joined(separator: " "))'" + description
  }
}
