import KeywayCore

/// Appends values that XML can hold.
struct XMLPropertyListWriter {
  private var output = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """.utf8)

  /// What was appended, as a whole file.
  var file: [UInt8] { output + Array("</plist>\n".utf8) }

  /// - Parameter depth: how many tabs stand before it.
  mutating func append(_ value: PropertyList, depth: Int) {
    switch value {
    case .string(let text): line("string", text, depth)
    case .integer(let number): line("integer", "\(number)", depth)
    case .real(let number): line("real", "\(number)", depth)
    case .boolean(let flag): line(flag ? "<true/>" : "<false/>", depth)
    case .date(let date):
      // 2026-03-01T00:00:00.000Z without the milliseconds, which are none.
      line("date", String(decoding: date.rfc3339.utf8.dropLast(5), as: UTF8.self) + "Z", depth)
    case .data(let bytes): append(bytes, depth)
    case .unreadable: break
    case .array(let values):
      guard !values.isEmpty else { return line("<array/>", depth) }
      line("<array>", depth)
      for value in values { append(value, depth: depth + 1) }
      line("</array>", depth)
    case .dictionary(let dictionary):
      guard !dictionary.members.isEmpty else { return line("<dict/>", depth) }
      line("<dict>", depth)
      for (key, value) in dictionary.members {
        line("key", key, depth + 1)
        append(value, depth: depth + 1)
      }
      line("</dict>", depth)
    }
  }

  /// Lines of 76 characters, tabs counting as eight, as Apple's writer has them.
  private mutating func append(_ bytes: [UInt8], _ depth: Int) {
    line("<data>", depth)
    var text = Array(Base64.encode(bytes).utf8)[...]
    let width = max(4, (76 - 8 * depth) / 4 * 4)
    while !text.isEmpty {
      line(String(decoding: text.prefix(width), as: UTF8.self), depth)
      text = text.dropFirst(width)
    }
    line("</data>", depth)
  }

  private mutating func line(_ element: String, _ text: String, _ depth: Int) {
    indent(depth)
    output += Array("<\(element)>".utf8)
    for byte in text.utf8 { append(byte) }
    output += Array("</\(element)>\n".utf8)
  }

  private mutating func line(_ text: String, _ depth: Int) {
    indent(depth)
    output += Array(text.utf8)
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func indent(_ depth: Int) {
    output += Array(repeating: UInt8(ascii: "\t"), count: depth)
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): output += Array("&amp;".utf8)
    case UInt8(ascii: "<"): output += Array("&lt;".utf8)
    case UInt8(ascii: ">"): output += Array("&gt;".utf8)
    // A reader of XML makes a line feed of it otherwise (XML 1.0, section 2.11).
    case UInt8(ascii: "\r"): output += Array("&#13;".utf8)
    default: output.append(byte)
    }
  }
}
