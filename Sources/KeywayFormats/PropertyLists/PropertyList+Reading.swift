extension PropertyList {
  /// The forms of a file, told by its first bytes.
  enum Form: Hashable, Sendable {
    case xml, binary
    /// Braces and semicolons, as NeXTSTEP wrote them.
    case ascii
    case unknown
  }

  /// Reads a whole file: XML, or binary (`bplist00`).
  ///
  /// XML may also be a piece of a file: a `<dict>` or an `<array>` alone, several `<dict>` items,
  /// which are then an array, or keys and values without a root, which are then a dictionary.
  /// Nothing outside the file is fetched, and nothing that it declares is expanded. A value inside
  /// it that is well delimited and that no case holds, such as a date before 1970, is `unreadable`;
  /// whoever uses it says so.
  ///
  /// - Throws: ``FormatError`` when the file, or the value that it is as a whole, cannot be read.
  package init(parsing bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= Self.maximumSize else {
      throw FormatError("is longer than \(Self.maximumSize >> 20) MiB")
    }
    switch try Self.form(of: bytes) {
    case .binary: self = try BinaryPropertyListReader.value(of: bytes)
    case .xml: self = try XMLPropertyListReader.value(of: bytes)
    case .ascii:
      if StringsTable.isCatalogue(bytes) { throw StringsTable.catalogueError }
      throw FormatError(
        "is a property list in the old ASCII form, which is not read; "
          + "convert it with: plutil -convert xml1 FILE")
    case .unknown:
      throw FormatError(
        bytes.isEmpty ? "is empty" : "is no property list: neither XML nor binary (bplist00)")
    }
    if case .unreadable(let error) = self { throw error }
  }

  static func form(of bytes: [UInt8]) throws(FormatError) -> Form {
    if bytes.starts(with: "bplist".utf8) { return .binary }
    switch try UnicodeText.utf8(of: bytes).bytes.first(where: { !isSpace($0) }) {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "("): return .ascii
    default: return .unknown
    }
  }

  /// White space of XML 1.0, section 2.3.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
