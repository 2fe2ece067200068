/// The variables of Xcode's build settings in texts of a source tree's Info.plist: `$(NAME)`,
/// `${NAME}`, `$(NAME:modifier)`.
package struct BuildVariables: Hashable, Sendable {
  /// By name, a modifier included: `PRODUCT_NAME:c99extidentifier`.
  private let values: [String: String]
  private static let deepest = 8

  package init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// Puts the values in; what a value has itself is left as it is.
  ///
  /// - Returns: also the variables without a value, which stay as they were written.
  package func expand(_ text: String) -> (text: String, unresolved: [String]) {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return (text, []) }
    var unresolved: [String] = []
    let bytes = expand(Array(text.utf8)[...], depth: 0, &unresolved)
    return (String(decoding: bytes, as: UTF8.self), unresolved)
  }

  private func expand(
    _ text: ArraySlice<UInt8>, depth: Int, _ unresolved: inout [String]
  ) -> [UInt8] {
    var output: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      guard byte == UInt8(ascii: "$"), depth < Self.deepest, let end = Self.end(of: rest) else {
        output.append(byte)
        rest.removeFirst()
        continue
      }
      // The name of a variable may have variables in it.
      let inner = rest[(rest.startIndex + 2)..<end]
      let name = String(decoding: expand(inner, depth: depth + 1, &unresolved), as: UTF8.self)
      let written = String(decoding: rest[rest.startIndex...end], as: UTF8.self)
      if let value = values[name] {
        output += Array(value.utf8)
      } else {
        if Self.isName(name) { unresolved.append(written) }
        output += Array(written.utf8)
      }
      rest = rest[(end + 1)...]
    }
    return output
  }

  /// Where the bracket closes that opens behind the dollar sign; nil when there is none.
  private static func end(of text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex + 1
    guard start < text.endIndex else { return nil }
    let open = text[start]
    guard open == UInt8(ascii: "(") || open == UInt8(ascii: "{") else { return nil }
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
    var depth = 0
    for place in start..<text.endIndex {
      if text[place] == open { depth += 1 }
      if text[place] == close { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  /// Whether this can be the name of a variable, so that "$(5)" is a price.
  private static func isName(_ text: String) -> Bool {
    let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard let first = name.first, !(first &- 0x30 < 10) else { return false }
    return name.allSatisfy {
      $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "_$(){}".utf8.contains($0)
    }
  }
}
