/// One argument, told apart by its hyphens alone.
enum ArgumentToken: Hashable, Sendable {
  case word(String)
  /// `name` has its hyphens; `value` is what follows the first `=`.
  case option(name: String, value: String?)
}

/// Walks along the arguments of the program.
struct Cursor {
  static let helpOptions = ["-h", "--help"]

  private let arguments: [String]
  private var index = 0
  /// Set behind `--`: everything else is a word.
  private var isPastOptions = false

  init(_ arguments: [String]) { self.arguments = arguments }

  /// The next argument, or nil behind the last.
  mutating func next() -> ArgumentToken? {
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if isPastOptions { return .word(argument) }
      if argument != "--" { return Self.token(argument) }
      isPastOptions = true
    }
    return nil
  }

  /// Takes the next argument as an option's value, or leaves it and returns nil when it is none.
  mutating func value(mayBeginWithHyphen: Bool) -> String? {
    guard !isPastOptions, index < arguments.count else { return nil }
    let argument = arguments[index]
    if !mayBeginWithHyphen, case .option = Self.token(argument) { return nil }
    index += 1
    return argument
  }

  /// Whether `--help` or `-h` stands among what is left.
  var asksForHelp: Bool {
    guard !isPastOptions else { return false }
    return arguments[index...].prefix { $0 != "--" }.contains(where: Self.helpOptions.contains)
  }

  /// A lone hyphen (standard input) and negative numbers are words.
  private static func token(_ argument: String) -> ArgumentToken {
    guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 1,
      !isNegativeNumber(argument)
    else { return .word(argument) }
    let bytes = argument.utf8
    guard argument.hasPrefix("--"), let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      return .option(name: argument, value: nil)
    }
    return .option(
      name: String(argument[..<equals]),
      value: String(argument.unicodeScalars[bytes.index(after: equals)...]))
  }

  private static func isNegativeNumber(_ argument: String) -> Bool {
    let digits = argument.utf8.dropFirst()
    guard let first = digits.first, first &- 0x30 < 10 else { return false }
    return digits.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
  }
}
