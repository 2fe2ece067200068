extension QRCode {
  /// Lines of half blocks for a terminal, two rows of modules a line.
  ///
  /// In colour, black and white are named outright, so that the code looks the same on any
  /// background. Without, light modules are drawn and dark ones left out, which is a code on a dark
  /// background; on a light one it is inverted, and not every reader takes that.
  ///
  /// - Parameter quietZone: light modules on each side, not negative.
  package func terminal(quietZone: Int, inColour: Bool) -> String {
    var text = ""
    // The last row of an odd number has a light one below it.
    for row in stride(from: -quietZone, to: width + quietZone, by: 2) {
      if inColour { text += Self.blackOnWhite }
      for column in -quietZone..<width + quietZone {
        let upper = isDark(row: row, column: column)
        let lower = isDark(row: row + 1, column: column)
        // Without colour the ink is light.
        text += Self.block(upper: upper == inColour, lower: lower == inColour)
      }
      text += inColour ? "\u{1B}[0m\n" : "\n"
    }
    return text
  }

  /// From the colour cube, which themes leave alone, unlike the first sixteen colours.
  private static var blackOnWhite: String { "\u{1B}[38;5;16;48;5;231m" }

  private static func block(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "\u{2588}"
    case (true, false): "\u{2580}"
    case (false, true): "\u{2584}"
    case (false, false): " "
    }
  }
}
