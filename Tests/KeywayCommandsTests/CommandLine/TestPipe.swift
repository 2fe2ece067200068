import Foundation
import Testing

@testable import KeywayCommands

/// A pipe between a writer under test and the test; closes what it still owns.
final class TestPipe {
  /// Where to write; the receiver closes it.
  let input: Int32
  private var output: Int32?

  init() throws {
    // A failing test must not end all others.
    ByteWriter.ignoreClosedPipes()
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    (output, input) = (ends[0], ends[1])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }

  deinit { closeOutput() }

  func closeOutput() {
    if let output { close(output) }
    output = nil
  }

  /// The reading end, for readers under test; the receiver closes it.
  func takeOutput() throws -> Int32 {
    let taken = try #require(output)
    output = nil
    return taken
  }

  /// What was written so far.
  func read() throws -> String {
    let output = try #require(output)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(output, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
