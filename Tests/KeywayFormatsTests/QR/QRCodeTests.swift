import Testing

@testable import KeywayFormats

@Suite struct QRCodeTests {
  /// Light but for three modules: first of the first row, second and third of the last.
  private static func code() throws -> QRCode {
    var modules = [Bool](repeating: false, count: 21 * 21)
    for place in [0, 20 * 21 + 1, 20 * 21 + 2] { modules[place] = true }
    return try #require(QRCode(width: 21, modules: modules))
  }

  @Test func `a code has the size of one of the 40 versions`() {
    for width in 0...200 {
      let isSize = width >= 21 && width <= 177 && width % 4 == 1
      let modules = [Bool](repeating: false, count: width * width)
      #expect((QRCode(width: width, modules: modules) != nil) == isSize, "\(width)")
    }
    #expect(QRCode(width: 21, modules: []) == nil)
    #expect(QRCode(width: -3, modules: []) == nil)
  }

  @Test func `what is around a code is light`() throws {
    let code = try Self.code()
    #expect(code.isDark(row: 0, column: 0))
    for (row, column) in [(-1, 0), (0, -1), (21, 0), (0, 21)] {
      #expect(!code.isDark(row: row, column: column))
    }
  }

  @Test func `pixels have the zone and the scale that are asked for`() throws {
    let image = try Self.code().pixels(quietZone: 4, scale: 3)
    #expect(image.width == 29 * 3)
    #expect(image.pixels.count == image.width * image.width)
    for row in 0..<image.width {
      for column in 0..<image.width {
        let module = (row / 3 - 4, column / 3 - 4)
        let isDark = module == (0, 0) || module == (20, 1) || module == (20, 2)
        #expect(image.pixels[row * image.width + column] == (isDark ? 0 : 255))
      }
    }
    #expect(try Self.code().pixels(quietZone: 0, scale: 1).width == 21)
  }

  @Test func `an SVG has a path of runs and names nothing`() throws {
    #expect(
      try Self.code().svg(quietZone: 4, scale: 2) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="58" height="58" viewBox="0 0 29 29" \
        shape-rendering="crispEdges">
        <title>QR code</title>
        <rect width="29" height="29" fill="#fff"/>
        <path fill="#000" d="M4 4h1v1H4zM5 24h2v1H5z"/>
        </svg>

        """)
  }

  @Test func `in colour dark modules are drawn, black on white`() throws {
    let lines = try Self.code().terminal(quietZone: 1, inColour: true).split(separator: "\n")
    #expect(lines.count == 12)
    #expect(
      lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
    let light = String(repeating: " ", count: 23)
    #expect(lines[0].contains("m \u{2584}\(light.dropLast(2))\u{1B}"))
    #expect(lines[10].contains("m  \u{2584}\u{2584}\(light.dropLast(4))\u{1B}"))
  }

  @Test func `without colour light modules are drawn, and the row below the last is light`() throws
  {
    let lines = try Self.code().terminal(quietZone: 0, inColour: false).split(separator: "\n")
    let full: Character = "\u{2588}"
    #expect(lines.count == 11)
    #expect(lines.allSatisfy { $0.count == 21 })
    #expect(lines[0].first == "\u{2584}")
    #expect(lines[0].dropFirst().allSatisfy { $0 == full })
    #expect(lines[10].prefix(4) == "\u{2588}\u{2584}\u{2584}\u{2588}")
  }
}
