/// Texts by the texts that stand for them, as `.strings` files have them.
package struct StringsTable: Sendable {
  package typealias Entry = (key: String, text: String)

  /// In the order of the file; no two keys have the same UTF-8 bytes.
  package private(set) var entries: [Entry] = []
  private var places: [[UInt8]: Int] = [:]

  package init() {}

  /// Appends an entry.
  ///
  /// - Returns: false, and nothing is appended, when the key is there already.
  package mutating func append(_ key: String, _ text: String) -> Bool {
    let bytes = Array(key.utf8)
    guard places[bytes] == nil else { return false }
    places[bytes] = entries.count
    entries.append((key, text))
    return true
  }

  /// The text of the key with these bytes.
  package subscript(key: String) -> String? {
    places[Array(key.utf8)].map { entries[$0].text }
  }
}

extension StringsTable {
  /// Reads a file: `"key" = "text";` in UTF-8, or UTF-16 with a byte-order mark, or a property list
  /// of texts in XML or binary form, which is what Xcode makes of it.
  ///
  /// A key that stands twice is an error: readers disagree about which text counts.
  package init(parsing bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= PropertyList.maximumSize else {
      throw FormatError("is longer than \(PropertyList.maximumSize >> 20) MiB")
    }
    switch try PropertyList.form(of: bytes) {
    case .xml, .binary: try self.init(try PropertyList(parsing: bytes))
    case .ascii, .unknown:
      let text = try UnicodeText.utf8(of: bytes).bytes
      if Self.isCatalogue(text) { throw Self.catalogueError }
      var reader = StringsTableReader(text)
      self = try reader.table()
    }
  }

  /// What is said of string catalogues wherever they are found.
  package static let catalogueError = FormatError(
    "is a string catalogue (.xcstrings), which is not read; "
      + "give the .strings files that Xcode makes of it")

  private init(_ list: PropertyList) throws(FormatError) {
    guard case .dictionary(let dictionary) = list else {
      throw FormatError("is \(list.kind), not a dictionary of texts")
    }
    for (key, value) in dictionary.members {
      if case .unreadable(let error) = value { throw error }
      guard case .string(let text) = value else {
        throw FormatError("the text of '\(key)' is \(value.kind), not a string")
      }
      _ = append(key, text)
    }
  }

  /// JSON whose first member is one of a catalogue's.
  static func isCatalogue(_ text: [UInt8]) -> Bool {
    let start = text.filter { !PropertyList.isSpace($0) }.prefix(20)
    return ["{\"sourceLanguage\"", "{\"strings\":", "{\"version\":"]
      .contains { start.starts(with: $0.utf8) }
  }
}

extension StringsTable {
  /// The file in UTF-8 without a byte-order mark, one entry a line, in the order of the entries.
  package var file: [UInt8] {
    var output: [UInt8] = []
    for (key, text) in entries {
      Self.append(key, to: &output)
      output += Array(" = ".utf8)
      Self.append(text, to: &output)
      output += Array(";\n".utf8)
    }
    return output
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): output += Array("\\n".utf8)
      case UInt8(ascii: "\r"): output += Array("\\r".utf8)
      case UInt8(ascii: "\t"): output += Array("\\t".utf8)
      case ..<0x20, 0x7F:
        let digits = String(byte, radix: 16, uppercase: true)
        output += Array("\\U00\(byte < 16 ? "0" : "")\(digits)".utf8)
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
