/// Guesses which word was meant.
enum Suggestion {
  /// The word that takes the fewest single-letter edits, at most two and one in three letters,
  /// whatever the case; the first among equals, nil when none is near.
  static func nearest(to word: String, among words: [String]) -> String? {
    guard word.utf8.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = distance(Array(word.lowercased().utf8), Array(candidate.lowercased().utf8))
      guard distance <= min(2, word.utf8.count / 3) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.word
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (line, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let substituted = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
