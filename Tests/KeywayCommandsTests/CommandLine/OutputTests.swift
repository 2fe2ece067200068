import Foundation
import Testing

@testable import KeywayCommands

@Suite struct OutputTests {
  @Test func `bytes arrive in order whatever the buffer`() throws {
    for capacity in [1, 3, 65_536] {
      let pipe = try TestPipe()
      let writer = ByteWriter(FileDescriptor(number: pipe.input, path: "pipe"), capacity: capacity)
      for word in ["a", "", "bcd", "efghij"] { try writer.write(word) }
      try writer.flush()
      #expect(try pipe.read() == "abcdefghij")
    }
  }

  @Test func `a closed pipe is a quiet error`() throws {
    let pipe = try TestPipe()
    pipe.closeOutput()
    let writer = ByteWriter(FileDescriptor(number: pipe.input, path: "standard output"))
    try writer.write("bread")
    let error = try #require(throws: FileError.self) { try writer.flush() }
    #expect(error.code == .closedPipe)
    #expect(error.isQuiet)
    #expect(error.exitStatus.rawValue == 74)
    #expect(throws: Never.self) { try writer.flush() }
  }

  @Test func `a full disk is an error`() throws {
    let writer = ByteWriter(try FileDescriptor(opening: "/dev/full", O_WRONLY), capacity: 8)
    try writer.write("bread")
    let error = try #require(throws: FileError.self) { try writer.write("and butter") }
    #expect(error.description == "/dev/full: No space left on device")
    #expect(error.errno == ENOSPC)
    #expect(!error.isQuiet)
    #expect(error.exitStatus == .inputOutput)
  }

  @Test func `data and messages go their own ways`() throws {
    let (data, messages) = (try TestPipe(), try TestPipe())
    let output = Output(
      format: .json, data: ByteWriter(FileDescriptor(number: data.input, path: "data")),
      messages: ByteWriter(FileDescriptor(number: messages.input, path: "messages")),
      noColour: nil)
    try output.line(Array("{}".utf8))
    try output.note("two loaves burnt")
    var table = Table([.init("name")])
    table.add([Table.Cell("rye", tone: .good)])
    try output.table(table)
    var bar = output.progress("baking", total: nil, unit: .items) { .zero }
    try bar.update(1)
    try output.flush()
    #expect(try data.read() == "{}\nname\nrye\n")
    #expect(try messages.read() == "two loaves burnt\n")
  }

  @Test func `exit statuses are those of sysexits`() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 74, 75, 77])
  }
}

@Suite struct ProgressBarTests {
  @Test func `the line is drawn ten times a second and removed`() throws {
    let pipe = try TestPipe()
    let writer = ByteWriter(FileDescriptor(number: pipe.input, path: "pipe"))
    var now = Duration.seconds(100)
    var bar = ProgressBar("baking", total: 40, unit: .items, writer: writer) { now }
    try bar.update(0)
    for _ in 0..<200 {
      now += .milliseconds(1)
      try bar.update(1)
    }
    try bar.finish()
    try bar.finish()
    let text = try pipe.read()
    #expect(
      text == "\rbaking 0/40 0/s\u{1B}[K\rbaking 1/40 10/s 0:04 left\u{1B}[K"
        + "\rbaking 1/40 5/s 0:08 left\u{1B}[K\r\u{1B}[K")
  }

  @Test(arguments: ProgressVector.all)
  func `amounts and times are short`(_ vector: ProgressVector) throws {
    let pipe = try TestPipe()
    let writer = ByteWriter(FileDescriptor(number: pipe.input, path: "pipe"))
    var bar = ProgressBar("x", total: vector.total, unit: vector.unit, writer: writer) { .zero }
    try bar.update(vector.done)
    #expect(bar.line(at: .seconds(vector.seconds)) == vector.expected)
  }
}

struct ProgressVector: Sendable, CustomTestStringConvertible {
  let done: Int
  let total: Int?
  let unit: ProgressBar.Unit
  let seconds: Int
  let expected: String
  var testDescription: String { expected }

  static let all = [
    Self(done: 5, total: nil, unit: .items, seconds: 0, expected: "x 5 0/s"),
    Self(
      done: 1_500_000, total: 3_000_000, unit: .items, seconds: 10,
      expected: "x 1.5M/3.0M 150.0k/s 0:10 left"),
    Self(
      done: 1 << 20, total: 10 << 20, unit: .bytes, seconds: 1,
      expected: "x 1.0 MiB/10.0 MiB 1.0 MiB/s 0:09 left"),
    Self(done: 1, total: 7200, unit: .items, seconds: 1, expected: "x 1/7200 1/s 1:59:59 left"),
    Self(done: 9, total: 5, unit: .bytes, seconds: 3, expected: "x 9 B/5 B 3 B/s 0:00 left"),
    Self(
      done: 1, total: Int.max, unit: .items, seconds: 1_000,
      expected: "x 1/1000000000.0G 0/s 99:59:59 left"),
  ]
}
