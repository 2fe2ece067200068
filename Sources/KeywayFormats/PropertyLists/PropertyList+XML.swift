import KeywayCore

extension PropertyList {
  /// The whole file in Apple's form, the same bytes for the same value: members in their order.
  ///
  /// - Throws: ``PropertyListProblem``, the first of ``xmlProblems``.
  package func xml() throws(PropertyListProblem) -> [UInt8] {
    if let problem = xmlProblems.first { throw problem }
    var writer = XMLPropertyListWriter()
    writer.append(self, depth: 0)
    return writer.file
  }

  /// Everything in the value that XML cannot hold: control characters (XML 1.0, section 2.2), dates
  /// that are not whole seconds, and what was not read.
  package var xmlProblems: [PropertyListProblem] { Self.problems(of: self, at: []) }

  private static func problems(of value: PropertyList, at path: [String]) -> [PropertyListProblem] {
    switch value {
    case .string(let text): return problems(of: text, at: path)
    case .date(let date):
      guard date.milliseconds % 1000 != 0 else { return [] }
      return [
        PropertyListProblem(
          path: path,
          message: "is the date \(date.rfc3339), and XML property lists have whole seconds only")
      ]
    case .real(let number):
      return number.isFinite
        ? [] : [PropertyListProblem(path: path, message: "is a real number without a value")]
    case .integer, .boolean, .data: return []
    case .unreadable(let error):
      return [PropertyListProblem(path: path, message: error.messageWithPlace)]
    case .array(let values):
      return values.enumerated().flatMap { problems(of: $0.element, at: path + ["\($0.offset)"]) }
    case .dictionary(let dictionary):
      return dictionary.members.flatMap {
        problems(of: $0.key, at: path + [$0.key]) + problems(of: $0.value, at: path + [$0.key])
      }
    }
  }

  private static func problems(of text: String, at path: [String]) -> [PropertyListProblem] {
    guard let scalar = text.unicodeScalars.first(where: { !isCharacter($0) }) else { return [] }
    let code = String(scalar.value, radix: 16, uppercase: true)
    let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
    return [
      PropertyListProblem(
        path: path, message: "has the character U+\(digits), which XML cannot hold")
    ]
  }

  /// `Char` of XML 1.0, section 2.2.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
