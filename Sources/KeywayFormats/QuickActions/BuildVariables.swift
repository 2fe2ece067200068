/// The variables of Xcode's build settings in texts of a source tree's Info.plist: `$(NAME)`,
/// `${NAME}`, `$(NAME:modifier)`.
package struct BuildVariables: Hashable, Sendable {
  /// By name, a modifier included: `PRODUCT_NAME:c99extidentifier`.
  private let values: [String: String]
  /// What is longer, in bytes, is the name of none.
  private let longestName: Int

  /// How many variables without a value are told of one text.
  package static let mostUnresolved = 20
  private static let deepest = 8

  package init(_ values: [String: String] = [:]) {
    self.values = values
    longestName = max(1024, values.keys.lazy.map(\.utf8.count).max() ?? 0)
  }

  /// Puts the values in; what a value has itself is left as it is. Takes time and memory by the
  /// length of the text and the limit.
  ///
  /// - Parameter limit: how many bytes of UTF-8 the text may then have.
  /// - Returns: also the variables without a value, which stay as they were written, each once and
  ///   ``mostUnresolved`` at most; nil when the text is longer than the limit.
  package func expand(_ text: String, limit: Int) -> (text: String, unresolved: [String])? {
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      return text.utf8.count > limit ? nil : (text, [])
    }
    var unresolved: [String] = []
    let bytes = Array(text.utf8)
    let brackets = BracketPairs(of: bytes)
    guard let expanded = expand(bytes[...], brackets, limit: limit, depth: 0, &unresolved) else {
      return nil
    }
    return (String(decoding: expanded, as: UTF8.self), unresolved)
  }

  private func expand(
    _ text: ArraySlice<UInt8>, _ brackets: BracketPairs, limit: Int, depth: Int,
    _ unresolved: inout [String]
  ) -> [UInt8]? {
    var output: [UInt8] = []
    var place = text.startIndex
    while place < text.endIndex {
      guard text[place] == UInt8(ascii: "$"), depth < Self.deepest,
        let end = brackets.end(of: place + 1), end < text.endIndex
      else {
        output.append(text[place])
        place += 1
        if output.count > limit { return nil }
        continue
      }
      let written = text[place...end]
      // The name of a variable may have variables in it.
      let name = expand(
        text[(place + 2)..<end], brackets, limit: longestName, depth: depth + 1, &unresolved)
      if let value = value(of: name, written, &unresolved) {
        output += value.utf8
      } else {
        output += written
      }
      place = end + 1
      if output.count > limit { return nil }
    }
    return output
  }

  private func value(
    of name: [UInt8]?, _ written: ArraySlice<UInt8>, _ unresolved: inout [String]
  ) -> String? {
    guard let name = name.map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
    if let value = values[name] { return value }
    guard unresolved.count < Self.mostUnresolved, Self.isName(name) else { return nil }
    let text = String(decoding: written, as: UTF8.self)
    if !unresolved.contains(text) { unresolved.append(text) }
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

/// Which bracket closes which, round and curly ones each for themselves.
private struct BracketPairs {
  /// By the place of the opening one; 0 for none.
  private var ends: [Int32]

  /// - Parameter text: of less than 2 GiB.
  init(of text: [UInt8]) {
    ends = Array(repeating: 0, count: text.count)
    var round: [Int32] = []
    var curly: [Int32] = []
    for (place, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "("): round.append(Int32(truncatingIfNeeded: place))
      case UInt8(ascii: "{"): curly.append(Int32(truncatingIfNeeded: place))
      case UInt8(ascii: ")"): close(&round, at: place)
      case UInt8(ascii: "}"): close(&curly, at: place)
      default: break
      }
    }
  }

  private mutating func close(_ open: inout [Int32], at place: Int) {
    guard let start = open.popLast() else { return }
    ends[Int(start)] = Int32(truncatingIfNeeded: place)
  }

  /// Where the bracket closes that opens at a place; nil when none opens there, or none closes it.
  func end(of place: Int) -> Int? {
    guard place < ends.count, ends[place] != 0 else { return nil }
    return Int(ends[place])
  }
}
