package import KeywayCore

/// A value of Apple's property lists, with the types that the format keeps apart.
///
/// Strings are equal when their bytes are, dictionaries when they have the same members in any
/// order.
package indirect enum PropertyList: Sendable {
  case string(String)
  case integer(Int64)
  /// Finite.
  case real(Double)
  case boolean(Bool)
  /// From 1970 to 9999.
  case date(Timestamp)
  case data([UInt8])
  case array([PropertyList])
  case dictionary(PropertyListDictionary)
  /// One of a file that none of the others holds, and why; it is read around, and never written.
  case unreadable(FormatError)

  /// How many arrays and dictionaries may stand inside one another in a file.
  package static let maximumDepth = 512
  /// How many bytes a file may have.
  package static let maximumSize = 16 << 20

  /// What the value is, as messages say it: `a string`, `an array`.
  package var kind: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .unreadable: "a value that cannot be read"
    }
  }

  /// Why the value is not what is expected in its place, in words that follow its name.
  ///
  /// - Parameter expected: with an article, as ``kind`` has it.
  func mismatch(_ expected: String) -> String {
    if case .unreadable(let error) = self { return error.messageWithPlace }
    return "is \(kind), not \(expected)"
  }
}

extension PropertyList: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.unreadable(let left), .unreadable(let right)): left == right
    default: false
    }
  }
}
