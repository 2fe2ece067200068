import Foundation
import Testing

@testable import KeywayCommands

@Suite struct LineReaderTests {
  private let folder = TestFolder()

  @Test(arguments: LinesVector.all)
  func `lines end with a line feed or the file`(_ vector: LinesVector) throws {
    let path = try folder.write(vector.text, to: "lines")
    var reader = try LineReader(path, limit: 10)
    var lines: [String] = []
    while let line = try reader.next() {
      lines.append(String(decoding: line.bytes, as: UTF8.self))
      #expect(line.number == lines.count)
    }
    #expect(lines == vector.lines)
    #expect(try reader.next() == nil)
  }

  @Test(arguments: ["ab\n12345678901\nc\n", "ab\n12345678901", "ab\n1234567890\u{301}\nc"])
  func `a line over the limit is refused and nothing follows`(_ text: String) throws {
    let path = try folder.write(text, to: "lines")
    var reader = try LineReader(path, limit: 10)
    #expect(try reader.next()?.bytes == [0x61, 0x62])
    do {
      _ = try reader.next()
      Issue.record("the line was taken")
    } catch {
      #expect(error.description == "\(path): line 2 is longer than 10 bytes")
      #expect(error.exitStatus == .badData)
    }
    #expect(try reader.next() == nil)
  }

  @Test func `a line without end is not kept in memory`() throws {
    var reader = try LineReader("/dev/zero", limit: 100_000)
    do {
      _ = try reader.next()
      Issue.record("the line was taken")
    } catch {
      #expect(error.code == .tooLong)
    }
  }

  @Test(arguments: [UInt64.random(in: 0...UInt64.max), 7])
  func `lines joined by line feeds are the file`(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var lines: [String] = []
    for _ in 0..<2_000 {
      let length = Int.random(in: 0...(Bool.random(using: &random) ? 3 : 300), using: &random)
      lines.append(String(repeating: "x", count: length))
    }
    lines.append(String(repeating: "y", count: 200_000) + "!")
    let path = try folder.write(lines.joined(separator: "\n"), to: "lines")
    var reader = try LineReader(path)
    var read: [String] = []
    var kept: [ArraySlice<UInt8>] = []
    while let line = try reader.next() {
      read.append(String(decoding: line.bytes, as: UTF8.self))
      if line.number % 100 == 0 { kept.append(line.bytes) }
    }
    #expect(read == lines, "seed \(seed)")
    for (index, bytes) in kept.enumerated() {
      #expect(String(decoding: bytes, as: UTF8.self) == lines[index * 100 + 99], "seed \(seed)")
    }
  }
}

struct LinesVector: Sendable, CustomTestStringConvertible {
  let text: String
  let lines: [String]
  var testDescription: String { "\(lines)" }

  init(_ text: String, _ lines: [String]) { (self.text, self.lines) = (text, lines) }

  static let all = [
    Self("", []), Self("\n", [""]), Self("a", ["a"]), Self("a\n", ["a"]),
    Self("a\n\nb", ["a", "", "b"]),
    Self("a\r\nb", ["a\r", "b"]), Self("1234567890\n1234567890", ["1234567890", "1234567890"]),
    Self("\0\n", ["\0"]),
  ]
}
