import Testing

/// What a drawing looks like, as a picture of grey pixels that a reader takes: a PGM file.
struct DrawnCode {
  private var rows: [[UInt8]]

  /// A document of our own kind: a white square, and a path of black runs, a module high.
  init(svg: String) throws {
    let box = try #require(svg.firstMatch(of: /viewBox="0 0 ([0-9]+) ([0-9]+)"/))
    let (width, height) = (try #require(Int(box.1)), try #require(Int(box.2)))
    try #require(width == height)
    try #require(svg.contains("<rect width=\"\(width)\" height=\"\(width)\" fill=\"#fff\"/>"))
    let path = try #require(svg.firstMatch(of: /<path fill="#000" d="([^"]*)"\/>/)).1
    rows = Array(repeating: Array(repeating: 255, count: width), count: width)
    var rest = path
    while let run = rest.prefixMatch(of: /M([0-9]+) ([0-9]+)h([0-9]+)v1H([0-9]+)z/) {
      let x = try #require(Int(run.1))
      let (y, count) = (try #require(Int(run.2)), try #require(Int(run.3)))
      try #require(run.1 == run.4 && y < width && x + count <= width)
      for column in x..<x + count { rows[y][column] = 0 }
      rest = rest[run.range.upperBound...]
    }
    try #require(rest.isEmpty, "\(rest)")
  }

  /// Half blocks in a terminal; colours that are named count, otherwise those of its theme.
  init(terminal: String, isDark: Bool = true) throws {
    rows = []
    for line in terminal.split(whereSeparator: \.isNewline) {
      let cells = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      let isNamed = line.contains("38;5;16;48;5;231m")
      let (ink, paper): (UInt8, UInt8) = isNamed || !isDark ? (0, 255) : (255, 0)
      let known = " \u{2580}\u{2584}\u{2588}"
      try #require(cells.allSatisfy { known.contains($0) }, "\(cells)")
      rows.append(cells.map { " \u{2584}".contains($0) ? paper : ink })
      rows.append(cells.map { " \u{2580}".contains($0) ? paper : ink })
    }
  }

  var isRectangle: Bool { Set(rows.map(\.count)).count == 1 }

  /// The picture, four pixels a module.
  var pgm: [UInt8] {
    let scale = 4
    let wide = rows.map { row in row.flatMap { Array(repeating: $0, count: scale) } }
    let all = wide.flatMap { Array(repeatElement($0, count: scale).joined()) }
    return Array("P5\n\((rows.first?.count ?? 0) * scale) \(rows.count * scale)\n255\n".utf8) + all
  }
}
