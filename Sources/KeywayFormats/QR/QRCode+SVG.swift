extension QRCode {
  /// An SVG document in black on white, one unit of its view box a module, one `h` of its path a run
  /// of dark modules. It names neither the link nor what it opens.
  ///
  /// - Parameters:
  ///   - quietZone: light modules on each side, not negative.
  ///   - scale: pixels of a module's side where the document is shown at its own size.
  package func svg(quietZone: Int, scale: Int) -> String {
    let side = width + 2 * quietZone
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(side * scale)" height="\(side * scale)" \
      viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
      <title>QR code</title>
      <rect width="\(side)" height="\(side)" fill="#fff"/>
      <path fill="#000" d="\(runs(quietZone).joined())"/>
      </svg>

      """
  }

  /// Dark modules that stand side by side, as closed subpaths.
  private func runs(_ quietZone: Int) -> [String] {
    var runs: [String] = []
    for row in 0..<width {
      var start: Int?
      for column in 0...width {
        let isDark = isDark(row: row, column: column)
        if isDark, start == nil { start = column }
        guard !isDark, let first = start else { continue }
        runs.append(
          "M\(first + quietZone) \(row + quietZone)h\(column - first)v1H\(first + quietZone)z")
        start = nil
      }
    }
    return runs
  }
}
