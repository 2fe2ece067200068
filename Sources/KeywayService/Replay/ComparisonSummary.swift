/// What comparing a recording on two registries came to.
package struct ComparisonSummary: Hashable, Sendable {
  /// How many taps were decided; a tap that repeats another is none.
  package private(set) var taps = 0
  /// How many of them differ.
  package private(set) var differences = 0
  private var keys: [String: Int] = [:]
  private var doors: [String: Int] = [:]
  private var changes: [String: Int] = [:]

  package init() {}

  mutating func count(_ difference: TapDifference?) {
    taps += 1
    guard let difference else { return }
    differences += 1
    if let key = difference.key { keys[key, default: 0] += 1 }
    if let door = difference.door { doors[door, default: 0] += 1 }
    changes[difference.change, default: 0] += 1
  }

  /// For people: all in all, then how many taps differ by key, by door and by reason, each list in
  /// the order of its bytes.
  package var lines: [String] {
    ["differ: \(differences) of \(taps) taps"]
      + Self.lines(of: keys, as: "key ") + Self.lines(of: doors, as: "door ")
      + Self.lines(of: changes, as: "")
  }

  private static func lines(of counts: [String: Int], as prefix: String) -> [String] {
    counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\(prefix)\($0.key): \($0.value)" }
  }
}
