import KeywayCore
import Testing

@testable import KeywayFormats

/// Readers and writers that are not Keyway's.
@Suite struct ForeignReaderTests {
  private static func lists(_ name: String) -> PropertyList {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the lists for \(name): \(seed)")
    var dice = SeededGenerator(seed: seed)
    return .array((0..<150).map { _ in RandomPropertyList.value(using: &dice) })
  }

  @Test(.enabled(if: ForeignReader.python != nil, "needs the package python3"))
  func `Python's plistlib reads the same values, and its binary form is read`() throws {
    let list = Self.lists("plistlib")
    let program = """
      import plistlib, sys
      value = plistlib.load(open(sys.argv[1], "rb"))
      plistlib.dump(value, sys.stdout.buffer, fmt=plistlib.FMT_BINARY, sort_keys=False)
      """
    let binary = try ForeignReader.run(
      ForeignReader.python, ["-c", program], file: try list.xml())
    #expect(binary.starts(with: "bplist00".utf8))
    #expect(try PropertyList(parsing: binary) == list)
  }

  @Test(.enabled(if: ForeignReader.python != nil, "needs the package python3"))
  func `Python's plistlib tells the types as Keyway does`() throws {
    let list = PropertyList.array([
      .integer(1), .real(1), .boolean(true), .string("1"), .data([1]),
      .date(Timestamp(milliseconds: 1_772_323_200_000)), .integer(.min),
      .dictionary(["鍵": .integer(7)]),
    ])
    let program = """
      import plistlib, sys
      for value in plistlib.load(open(sys.argv[1], "rb")): print(type(value).__name__, value)
      """
    let output = try ForeignReader.run(
      ForeignReader.python, ["-X", "utf8", "-c", program], file: try list.xml())
    #expect(
      String(decoding: output, as: UTF8.self) == """
        int 1
        float 1.0
        bool True
        str 1
        bytes b'\\x01'
        datetime 2026-03-01 00:00:00
        int -9223372036854775808
        dict {'鍵': 7}

        """)
  }

  @Test(.enabled(if: ForeignReader.plutil != nil, "needs plutil, which comes with Swift"))
  func `the toolchain's plutil reads the same values, and its binary form is read`() throws {
    let list = Self.lists("plutil")
    let bytes = try list.xml()
    _ = try ForeignReader.run(ForeignReader.plutil, ["-lint"], file: bytes)
    let binary = try ForeignReader.run(
      ForeignReader.plutil, ["-convert", "binary1", "-o", "-"], file: bytes)
    #expect(binary.starts(with: "bplist00".utf8))
    #expect(try PropertyList(parsing: binary) == list)
  }

  @Test(.enabled(if: ForeignReader.plutil != nil, "needs plutil, which comes with Swift"))
  func `the toolchain's plutil reads a strings table as it was meant`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the strings table for plutil: \(seed)")
    var dice = SeededGenerator(seed: seed)
    var table = StringsTable()
    for _ in 0..<200 {
      _ = table.append(
        RandomPropertyList.text(using: &dice), RandomPropertyList.text(using: &dice))
    }
    let binary = try ForeignReader.run(
      ForeignReader.plutil, ["-convert", "binary1", "-o", "-"], file: table.file)
    let again = try StringsTable(parsing: binary)
    #expect(again.entries.count == table.entries.count)
    for (key, text) in table.entries {
      #expect(again[key].map { Array($0.utf8) } == Array(text.utf8), "seed \(seed)")
    }
  }
}
