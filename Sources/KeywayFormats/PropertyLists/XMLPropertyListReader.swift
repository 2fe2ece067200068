internal import CExpat

/// Reads property lists in XML, over expat.
enum XMLPropertyListReader {
  /// What stands around a piece of a file, so that it has one root.
  private static let start = Array("<plist>".utf8)
  private static let end = Array("</plist>".utf8)

  static func value(of file: [UInt8]) throws(FormatError) -> PropertyList {
    let (bytes, hadMark) = try UnicodeText.utf8(of: file)
    let isPiece = isPiece(bytes)
    // A byte-order mark has told the encoding; a declaration may still say UTF-16.
    let encoding: String? = hadMark || isPiece ? "UTF-8" : nil
    guard let parser = unsafe XML_ParserCreate(encoding) else {
      throw FormatError("there is no memory for reading XML")
    }
    defer { unsafe XML_ParserFree(parser) }
    let builder = unsafe XMLPropertyListBuilder(
      parser, isPiece: isPiece, firstLineStart: isPiece ? start.count : 0)
    builder.listen()
    for part in isPiece ? [start, bytes, end] : [bytes] {
      let isLast = part == end || !isPiece
      let status = unsafe part.withUnsafeBufferPointer { part in
        unsafe part.withMemoryRebound(to: CChar.self) { part in
          unsafe XML_Parse(parser, part.baseAddress, CInt(part.count), isLast ? 1 : 0)
        }
      }
      guard status == XML_STATUS_OK else { throw builder.failure ?? builder.syntaxError() }
    }
    return try withExtendedLifetime(builder) { () throws(FormatError) in try builder.value() }
  }

  /// Whether the text has no prolog and no `<plist>`.
  private static func isPiece(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "<?xml".utf8) { return false }
    var rest = bytes[...]
    while true {
      rest = rest.drop(while: PropertyList.isSpace)
      if rest.starts(with: "<!--".utf8) {
        rest = after("-->", in: rest.dropFirst(4))
      } else if rest.starts(with: "<?".utf8) {
        rest = after("?>", in: rest)
      } else {
        return !rest.starts(with: "<plist".utf8) && !rest.starts(with: "<!DOCTYPE".utf8)
      }
    }
  }

  private static func after(_ mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty, !rest.starts(with: mark.utf8) { rest = rest.dropFirst() }
    return rest.dropFirst(mark.utf8.count)
  }
}
