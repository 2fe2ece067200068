/// Finds the word that was probably meant.
enum Suggestion {
  /// Longer words are not mistyped words.
  private static let longest = 64

  /// The first of the nearest candidates, at most two slips away, or one that begins with the word.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(longest + 1))
    guard !typed.isEmpty, typed.count <= longest else { return nil }
    // Two slips in a word of three letters leave nothing of it.
    let limit = typed.drop(while: { $0 == "-" }).count <= 3 ? 1 : 2
    var best: (word: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let distance = distance(typed, Array(candidate.unicodeScalars))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.word }
    guard typed.contains(where: { $0 != "-" }) else { return nil }
    return candidates.first { $0 != word && $0.unicodeScalars.starts(with: typed) }
  }

  /// Slips between two words: a letter too many, too few, another, or two neighbours swapped
  /// (Damerau-Levenshtein distance in its optimal string alignment form).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + cost)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[right.count]
  }
}
