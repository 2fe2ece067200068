/// A parameter without its type: what parsing, help, completion and suggestions need of it.
struct Declaration: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// `--name`
    case flag
    /// `--name` or `--no-name`
    case toggle
    /// `--name VALUE`
    case option
    /// `--name VALUE`, or `--no-name` for no value
    case clearable
    /// a word without hyphens
    case positional
  }

  let kind: Kind
  /// In lower case, without hyphens before it.
  let name: String
  let help: String
  var placeholder = ""
  var choices: [String] = []
  var completesFiles = false
  var mayBeginWithHyphen = false
  var isRequired = false
  var isRepeatable = false
  /// The default as it would be written, or nil.
  var defaultText: String?

  /// How errors call it: `--holder`, `DOOR`.
  var title: String { kind == .positional ? placeholder : "--\(name)" }

  /// How help and usage lines call it: `--holder H`, `DOOR...`.
  var label: String {
    switch kind {
    case .flag: title
    case .toggle: "--[no-]\(name)"
    case .option, .clearable: "\(title) \(placeholder)"
    case .positional: isRepeatable ? "\(title)..." : title
    }
  }

  var takesValue: Bool { kind == .option || kind == .clearable }

  /// Whether `--no-name` is understood too.
  var isNegatable: Bool { kind == .toggle || kind == .clearable }

  /// The options it is found by, with their hyphens.
  var options: [String] {
    if kind == .positional { return [] }
    return isNegatable ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
  }
}

extension Declaration {
  init<Value>(_ kind: Kind, _ name: String, _ syntax: ValueSyntax<Value>, help: String) {
    self.init(
      kind: kind, name: name, help: help, placeholder: syntax.placeholder, choices: syntax.choices,
      completesFiles: syntax.completesFiles, mayBeginWithHyphen: syntax.mayBeginWithHyphen)
  }

  func with(
    isRequired: Bool = false, isRepeatable: Bool = false, defaultText: String? = nil
  ) -> Declaration {
    var copy = self
    copy.isRequired = isRequired
    copy.isRepeatable = isRepeatable
    copy.defaultText = defaultText
    return copy
  }
}
