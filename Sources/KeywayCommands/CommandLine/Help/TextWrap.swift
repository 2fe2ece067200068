/// Breaks text into lines by display width.
enum TextWrap {
  /// The width of all help, whatever the terminal's, so that it reads the same everywhere.
  static let columns = 80

  /// Lines of at most `width` columns; a longer word stands alone.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let size = DisplayWidth.of(word)
      if !line.isEmpty, used + 1 + size > width {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if !line.isEmpty {
        line += " "
        used += 1
      }
      line += word
      used += size
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Paragraphs divided by empty lines; lines that begin with two spaces are kept as they are.
  static func paragraphs(_ text: String) -> [String] {
    var result: [String] = []
    var paragraph = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines + [""] {
      let isVerbatim = line.hasPrefix("  ")
      if isVerbatim || line.isEmpty {
        result += Self.lines(paragraph, width: columns)
        paragraph = ""
        result.append(String(line))
      } else {
        paragraph += " " + line
      }
    }
    return Array(result.dropLast())
  }
}
