import KeywayCore

/// Readers for the values of site-file fields; each throws what is wrong in words.
enum SiteFileValue {
  /// 1 to 255 bytes; line feeds may stand in it, other control characters may not.
  static func name(_ value: JSONValue) throws(SiteFileValueError) -> String {
    try text(value, bytes: 1...255, allowsLineFeed: true)
  }

  /// Like ``name(_:)``, or empty.
  static func line(_ value: JSONValue) throws(SiteFileValueError) -> String {
    try text(value, bytes: 0...255, allowsLineFeed: true)
  }

  /// 1 to 255 bytes without control characters.
  static func word(_ value: JSONValue) throws(SiteFileValueError) -> String {
    try text(value, bytes: 1...255, allowsLineFeed: false)
  }

  static func boolean(_ value: JSONValue) throws(SiteFileValueError) -> Bool {
    guard case .bool(let flag) = value else {
      throw SiteFileValueError.wrongType("true or false", value)
    }
    return flag
  }

  /// Any integer that every reader of JSON reads exactly.
  static func integer(_ value: JSONValue) throws(SiteFileValueError) -> Int64 {
    guard let number = value.wholeNumber else {
      throw SiteFileValueError.wrongType("an integer", value)
    }
    return number
  }

  static func positive(_ value: JSONValue) throws(SiteFileValueError) -> Int64 {
    let number = try integer(value)
    guard number >= 1 else { throw SiteFileValueError("is at least 1") }
    return number
  }

  /// One of the raw values of an enumeration.
  static func choice<T: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue
  ) throws(SiteFileValueError) -> T {
    let words = T.allCases.map(\.rawValue)
    guard case .string(let word) = value else {
      throw SiteFileValueError.wrongType(oneOf(words), value)
    }
    guard let found = T.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word.utf8) }) else {
      throw SiteFileValueError("expected \(oneOf(words))")
    }
    return found
  }

  static func identifier<Owner>(
    _ value: JSONValue
  ) throws(SiteFileValueError) -> Identifier<Owner> {
    guard case .string(let text) = value else {
      throw SiteFileValueError.wrongType("an id", value)
    }
    guard let id = Identifier<Owner>(text) else {
      throw SiteFileValueError(identifierGrammar)
    }
    return id
  }

  static let identifierGrammar =
    "an id is 1 to 64 of A-Z, a-z, 0-9, '_' and '-', beginning with a letter or digit"

  static func instant(_ value: JSONValue) throws(SiteFileValueError) -> Timestamp {
    guard case .string(let text) = value else {
      throw SiteFileValueError.wrongType("an instant", value)
    }
    do throws(TimeTextError) {
      return try Timestamp(parsing: text.utf8.span)
    } catch {
      throw SiteFileValueError(error.message)
    }
  }

  static func language(_ value: JSONValue) throws(SiteFileValueError) -> String {
    guard case .string(let text) = value else {
      throw SiteFileValueError.wrongType("a language tag", value)
    }
    guard LanguageTag.isWellFormed(text) else {
      throw SiteFileValueError("is not a language tag such as ja or pt-BR (BCP 47)")
    }
    return text
  }

  static func shortcutLimit(_ value: JSONValue) throws(SiteFileValueError) -> Device.ShortcutLimit {
    if value == .string("all") { return .all }
    guard let count = value.wholeNumber, (0...1000).contains(count) else {
      throw SiteFileValueError(#"expected an integer from 0 to 1000 or "all""#)
    }
    return .count(count)
  }

  /// `a`, `a or b`, `a, b or c`.
  static func oneOf(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func text(
    _ value: JSONValue, bytes: ClosedRange<Int>, allowsLineFeed: Bool
  ) throws(SiteFileValueError) -> String {
    guard case .string(let text) = value else {
      throw SiteFileValueError.wrongType("a string", value)
    }
    guard text.utf8.count >= bytes.lowerBound else { throw SiteFileValueError("is empty") }
    guard text.utf8.count <= bytes.upperBound else {
      throw SiteFileValueError(
        "has \(text.utf8.count) bytes of UTF-8; at most \(bytes.upperBound) are allowed")
    }
    let isClean = text.unicodeScalars.allSatisfy {
      allowsLineFeed && $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    guard isClean else {
      throw SiteFileValueError(
        "has a control character" + (allowsLineFeed ? " other than a line feed" : ""))
    }
    return text
  }
}
