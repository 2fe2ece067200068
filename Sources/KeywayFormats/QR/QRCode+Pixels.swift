extension QRCode {
  /// Grey pixels row by row, 0 for black and 255 for white, as wide as they are high.
  ///
  /// - Parameters:
  ///   - quietZone: light modules on each side, not negative.
  ///   - scale: pixels of a module's side, 1 or more.
  package func pixels(quietZone: Int, scale: Int) -> (width: Int, pixels: [UInt8]) {
    let side = (width + 2 * quietZone) * scale
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * side)
    for row in -quietZone..<width + quietZone {
      var line: [UInt8] = []
      for column in -quietZone..<width + quietZone {
        let grey: UInt8 = isDark(row: row, column: column) ? 0 : 255
        line.append(contentsOf: repeatElement(grey, count: scale))
      }
      for _ in 0..<scale { pixels.append(contentsOf: line) }
    }
    return (side, pixels)
  }
}
