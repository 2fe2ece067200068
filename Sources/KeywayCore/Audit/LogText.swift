/// A text of the log's formats, or a part of one, read line by line.
struct LogText {
  /// What was not yet read: UTF-8 without control characters; every line ends with a line feed.
  private(set) var rest: ArraySlice<UInt8>
  /// The number of the line that comes next, in the whole text, counted from 1.
  private(set) var nextLine: Int

  /// Checks what all the formats ask of a text: C2SP signed-note, "Format".
  ///
  /// - Parameter limit: how many bytes it may have.
  init(checking bytes: Span<UInt8>, limit: Int) throws(LogTextError) {
    guard bytes.count <= limit else {
      throw LogTextError(.tooLong, "the text is longer than \(limit) bytes")
    }
    rest = unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }[...]
    nextLine = 1
    do {
      _ = try UTF8Span(validating: bytes)
    } catch {
      let line = self.line(at: error.byteOffsets.lowerBound)
      throw LogTextError(.notUTF8, line: line, "the bytes are not UTF-8")
    }
    if let place = rest.firstIndex(where: { $0 < 0x20 && $0 != Self.lineFeed }) {
      throw LogTextError(.controlCharacter, line: line(at: place), "a control character")
    }
    guard rest.last == Self.lineFeed else {
      throw LogTextError(.lineEnd, line: line(at: rest.count), "the last line has no line feed")
    }
  }

  static let lineFeed = UInt8(ascii: "\n")

  /// The next line, without its line feed; nil at the end.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: Self.lineFeed) else { return nil }
    defer {
      rest = rest[(end + 1)...]
      nextLine += 1
    }
    return rest[..<end]
  }

  /// The next line and what is to be said of it; `what` is said to be missing at the end.
  mutating func next(
    _ code: LogTextError.Code, _ what: String
  ) throws(LogTextError) -> ArraySlice<UInt8> {
    let line = nextLine
    guard let text = next() else {
      throw LogTextError(code, line: line, "\(what) is missing")
    }
    return text
  }

  /// The part before the index, which follows a line feed; what comes after it remains.
  mutating func split(at index: Int) -> LogText {
    var part = self
    part.rest = rest[..<index]
    nextLine = line(at: index)
    rest = rest[index...]
    return part
  }

  /// Where the empty lines that are not the first line begin, looked for as they are asked for.
  func emptyLines() -> some BidirectionalCollection<Int> {
    rest.indices.dropFirst().lazy.filter(isEmptyLine)
  }

  private func isEmptyLine(_ start: Int) -> Bool {
    rest[start - 1] == Self.lineFeed && rest[start] == Self.lineFeed
  }

  /// The line that has the byte with that index.
  private func line(at index: Int) -> Int {
    nextLine + rest[..<index].count { $0 == Self.lineFeed }
  }

  /// The number that the bytes write in decimal, without a sign or leading zeros; nil when they are
  /// anything else, or more than 2^63 - 1.
  static func number(_ text: ArraySlice<UInt8>) -> Int64? {
    guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard text.count == 1 || text.first != UInt8(ascii: "0") else { return nil }
    return Int64(String(decoding: text, as: UTF8.self))
  }

  /// The bytes that the text writes in base 64, as RFC 4648, section 4, would; nil otherwise.
  static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    Base64.decode(text.span)
  }
}
