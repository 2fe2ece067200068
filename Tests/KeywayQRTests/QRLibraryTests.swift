import KeywayFormats
import KeywayQR
import Testing

@Suite struct QRLibraryTests {
  private let library = QRLibrary()

  @Test func `a level holds as much as the standard says, and not a byte more`() throws {
    // ISO/IEC 18004, table 7: bytes of a code of version 40.
    for (level, capacity) in [
      (QRCode.Level.low, 2_953), (.medium, 2_331), (.quartile, 1_663), (.high, 1_273),
    ] {
      let text = String(repeating: "a", count: capacity)
      #expect(try library.code(of: text, level: level).width == 177)
      let error = try #require(throws: QRError.self) {
        try library.code(of: text + "a", level: level)
      }
      #expect(error.code == .unfit)
      #expect(error.message.contains("\(capacity + 1) bytes"))
    }
  }

  @Test func `letters keep their case: a text is never packed as capitals`() throws {
    // 25 capitals fit in 21 modules packed, 17 bytes do not packed.
    #expect(try library.code(of: String(repeating: "A", count: 17), level: .low).width == 21)
    #expect(try library.code(of: String(repeating: "A", count: 18), level: .low).width == 25)
  }

  @Test(arguments: ["", "a\0b"])
  func `what the library would cut off is refused`(_ text: String) throws {
    let error = try #require(throws: QRError.self) { try library.code(of: text, level: .low) }
    #expect(error.code == .unfit)
  }

  @Test func `a PNG begins and ends as one, and the same pixels give the same file`() throws {
    let image = try library.code(of: "keyway://unlock/k1", level: .medium)
      .pixels(quietZone: 4, scale: 8)
    let file = try library.png(width: image.width, pixels: image.pixels)
    #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(file.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
    // Width and height in the header.
    #expect(Array(file[16..<24]) == [0, 0, 1, 8, 0, 0, 1, 8])
    #expect(try library.png(width: image.width, pixels: image.pixels) == file)
  }

  @Test func `pixels that are no square are refused`() throws {
    for (width, count) in [(0, 0), (2, 3), (-1, 1), (1 << 15, 0)] {
      let pixels = [UInt8](repeating: 0, count: count)
      #expect(throws: QRError.self) { try library.png(width: width, pixels: pixels) }
    }
  }
}
