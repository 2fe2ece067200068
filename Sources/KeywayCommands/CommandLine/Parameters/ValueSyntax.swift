/// How a value is written on the command line; one declaration serves reading, help and completion.
///
/// Domain types plug in with an extension: `extension ValueSyntax where Value == Timestamp`.
struct ValueSyntax<Value: Sendable>: Sendable {
  /// What stands for the value in help and errors: `PATH`, `table|json`.
  private(set) var placeholder: String
  /// Every text that is accepted, or empty when they cannot be listed.
  let choices: [String]
  /// Whether shells offer the names of files.
  private(set) var completesFiles = false
  /// Whether any text is a value, so that `null` means these four letters.
  private(set) var isFreeText = false
  /// Whether `--name -x` takes `-x` as the value.
  private(set) var mayBeginWithHyphen = false
  private let parser: @Sendable (String) throws(ValueError) -> Value
  private let printer: @Sendable (Value) -> String

  init(
    _ placeholder: String, choices: [String] = [],
    print printer: @escaping @Sendable (Value) -> String = { "\($0)" },
    parse parser: @escaping @Sendable (String) throws(ValueError) -> Value
  ) {
    self.placeholder = placeholder
    self.choices = choices
    self.printer = printer
    self.parser = parser
  }

  /// The error holds the refused text.
  func parse(_ text: String) throws(ValueError) -> Value {
    do throws(ValueError) {
      return try parser(text)
    } catch {
      throw error.about(text)
    }
  }

  /// The text that `parse` reads as this value; shown as a default.
  func text(of value: Value) -> String { printer(value) }

  /// The same values under another placeholder.
  func named(_ placeholder: String) -> Self {
    var copy = self
    copy.placeholder = placeholder
    return copy
  }

  /// The same values, also when they begin with a hyphen.
  func beginningWithHyphen() -> Self {
    var copy = self
    copy.mayBeginWithHyphen = true
    return copy
  }
}

extension ValueSyntax where Value == String {
  /// Any text, also the empty one.
  static var text: Self {
    var syntax = Self("TEXT") { (text) throws(ValueError) in text }
    syntax.isFreeText = true
    return syntax
  }

  /// The name of a file, or `-`; whether it exists is not looked at.
  static var path: Self {
    var syntax = Self("PATH") { (text) throws(ValueError) in
      guard !text.isEmpty else { throw ValueError("is not the name of a file") }
      return text
    }
    syntax.completesFiles = true
    return syntax
  }

  /// One of the words.
  static func choice(_ words: [String]) -> Self {
    Self(words.joined(separator: "|"), choices: words) { (text) throws(ValueError) in
      guard words.contains(text) else { throw .notOne(of: words, text: text) }
      return text
    }
  }
}

extension ValueSyntax where Value == Int {
  /// A whole number in decimal; both ends of the range belong to it.
  static func integer(in range: ClosedRange<Int>) -> Self {
    Self("N") { (text) throws(ValueError) in
      guard let value = Int(text), !text.hasPrefix("+") else {
        throw ValueError("is not a whole number")
      }
      guard range.contains(value) else { throw .outside(range) }
      return value
    }
  }

  /// A whole number in decimal.
  static var integer: Self { integer(in: Int.min...Int.max) }
}

extension ValueSyntax where Value: RawRepresentable<String> & CaseIterable {
  /// One of the cases, written as its raw value.
  static func choice(of type: Value.Type) -> Self {
    let words = type.allCases.map(\.rawValue)
    return Self(words.joined(separator: "|"), choices: words, print: { $0.rawValue }) {
      (text) throws(ValueError) in
      guard let value = Value(rawValue: text) else { throw .notOne(of: words, text: text) }
      return value
    }
  }
}

extension ValueError {
  /// The text is not among the words; the nearest one is suggested.
  static func notOne(of words: [String], text: String) -> Self {
    Self(
      "is not one of \(words.joined(separator: ", "))",
      suggestion: Suggestion.nearest(to: text, among: words))
  }

  static func outside(_ range: ClosedRange<Int>) -> Self {
    if range.upperBound == Int.max { return Self("is less than \(range.lowerBound)") }
    if range.lowerBound == Int.min { return Self("is more than \(range.upperBound)") }
    return Self("is not from \(range.lowerBound) to \(range.upperBound)")
  }
}
