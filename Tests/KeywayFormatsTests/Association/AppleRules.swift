import Foundation
import KeywayCore

/// What iOS does with a link by the rules of a site file, as far as it is documented or was
/// measured against Apple's own matcher: first match decides.
struct AppleRules {
  enum Outcome: Hashable, Sendable { case match, excluded, noMatch }

  let rules: [JSONObject]

  /// The outcome for a link to a host that serves the file; its texts are compared as they stand.
  func outcome(_ link: String, host: String) -> Outcome {
    let (whole, fragment) = Self.halves(link, "#")
    let (place, query) = Self.halves(whole, "?")
    guard let colon = place.range(of: "://"),
      ["http", "https"].contains(place[..<colon.lowerBound].lowercased())
    else { return .noMatch }
    let rest = place[colon.upperBound...]
    let path = rest.drop { $0 != "/" }
    guard Self.host(of: rest[..<path.startIndex]) == host.lowercased() else { return .noMatch }
    for rule in rules where matches(rule, path: String(path), query: query, fragment: fragment) {
      return rule["exclude"] == .bool(true) ? .excluded : .match
    }
    return .noMatch
  }

  private static func halves(_ text: String, _ separator: Character) -> (String, String) {
    let halves = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
  }

  /// Without user info and port.
  private static func host(of authority: Substring) -> String {
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return place.prefix { $0 != ":" }.lowercased()
  }

  private func matches(
    _ rule: JSONObject, path: String, query: String, fragment: String
  ) -> Bool {
    guard Self.isPath(path, rule.pattern("/") ?? "*", rule) else { return false }
    guard Self.isWhole(fragment, rule.pattern("#") ?? "*", rule) else { return false }
    guard case .object(let items)? = rule["?"] else {
      return Self.isWhole(query, rule.pattern("?") ?? "*", rule)
    }
    return Self.isQuery(query, items, rule)
  }

  /// Slashes at the end are ignored on both sides, a run of them at the start is one, and `/k/*`
  /// is also `/k`.
  private static func isPath(_ path: String, _ pattern: String, _ rule: JSONObject) -> Bool {
    if pattern == "*" { return true }
    let (path, pattern) = (trimmed(path), trimmed(pattern))
    if isWhole(path, pattern, rule) { return true }
    return pattern.hasSuffix("/*") && isWhole(path, String(pattern.dropLast(2)), rule)
  }

  private static func trimmed(_ path: String) -> String {
    let start = path.drop { $0 == "/" }
    guard let last = start.lastIndex(where: { $0 != "/" }) else { return "/" }
    return "/" + start[...last]
  }

  /// Items that are not named are ignored, missing ones are empty, and of repeated ones every one
  /// must match. With anything but texts all demands on the query vanish.
  private static func isQuery(_ query: String, _ wanted: JSONObject, _ rule: JSONObject) -> Bool {
    let items = query.split(separator: "&").map { item in
      item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    var patterns: [(name: String, pattern: String)] = []
    for (name, value) in wanted.members {
      guard case .string(let pattern) = value else { return true }
      patterns.append((name, pattern))
    }
    return patterns.allSatisfy { name, pattern in
      let values = items.filter { $0[0] == name }.map { $0.count > 1 ? $0[1] : "" }
      return (values.isEmpty ? [""] : values).allSatisfy { isWhole($0, pattern, rule) }
    }
  }

  private static func isWhole(_ text: String, _ pattern: String, _ rule: JSONObject) -> Bool {
    var (text, pattern) = (text, pattern)
    if rule["percentEncoded"] == .bool(false) { text = text.removingPercentEncoding ?? text }
    if rule["caseSensitive"] == .bool(false) {
      (text, pattern) = (text.lowercased(), pattern.lowercased())
    }
    return matches(Array(text.utf8)[...], Array(pattern.utf8)[...])
  }

  private static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == UInt8(ascii: "*") {
      return (0...text.count).contains { matches(text.dropFirst($0), rest) }
    }
    let digit = Array("$(digit)".utf8)
    guard let byte = text.first else { return false }
    if pattern.starts(with: digit) {
      return (0x30...0x39).contains(byte)
        && matches(text.dropFirst(), pattern.dropFirst(digit.count))
    }
    return (first == UInt8(ascii: "?") || first == byte) && matches(text.dropFirst(), rest)
  }
}

extension JSONObject {
  fileprivate func pattern(_ key: String) -> String? {
    guard case .string(let text)? = self[key] else { return nil }
    return text
  }
}
