/// Reads JSON strictly as RFC 8259 and refuses what readers disagree about.
///
/// Refused besides bad syntax: bytes that are not UTF-8, a byte-order mark, a member name that
/// stands twice (compared after unescaping), lone surrogates, text after the value, integers
/// outside ±(2^53 - 1) (RFC 7493, section 2.2), reals that are not finite, and nesting deeper
/// than ``maximumDepth``. `-0` is the integer 0.
package struct JSONReader {
  /// How many arrays and objects may stand inside one another.
  package static var maximumDepth: Int { 64 }

  var offset = 0
  private var depth = 0

  /// Objects with fewer members are searched for repeated names without a set.
  private static var smallObject: Int { 16 }

  /// Reads the one value that the whole text is.
  package static func value(of bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONError("the text begins with a byte-order mark", at: 0, in: bytes)
    }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes)
    } catch {
      throw JSONError("the bytes are not UTF-8", at: error.byteOffsets.lowerBound, in: bytes)
    }
    var reader = JSONReader()
    reader.skipWhitespace(bytes)
    let value = try reader.value(bytes)
    reader.skipWhitespace(bytes)
    guard reader.offset == bytes.count else { throw reader.error("text after the value", bytes) }
    return value
  }

  private mutating func value(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    switch peek(bytes) {
    case UInt8(ascii: "{"): return .object(try nested(bytes, Self.object))
    case UInt8(ascii: "["): return .array(try nested(bytes, Self.array))
    case UInt8(ascii: "\""): return .string(try string(bytes))
    case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number(bytes)
    case UInt8(ascii: "t"): return try word("true", bytes, .bool(true))
    case UInt8(ascii: "f"): return try word("false", bytes, .bool(false))
    case UInt8(ascii: "n"): return try word("null", bytes, .null)
    default: throw expected("a value", bytes)
    }
  }

  private mutating func nested<T>(
    _ bytes: Span<UInt8>, _ body: (inout Self, Span<UInt8>) throws(JSONError) -> T
  ) throws(JSONError) -> T {
    guard depth < Self.maximumDepth else {
      throw error("more than \(Self.maximumDepth) arrays and objects inside one another", bytes)
    }
    depth += 1
    offset += 1
    let result = try body(&self, bytes)
    depth -= 1
    return result
  }

  private static func array(
    _ reader: inout Self, _ bytes: Span<UInt8>
  ) throws(JSONError) -> [JSONValue] {
    var values: [JSONValue] = []
    reader.skipWhitespace(bytes)
    if reader.take(UInt8(ascii: "]"), bytes) { return values }
    while true {
      reader.skipWhitespace(bytes)
      values.append(try reader.value(bytes))
      reader.skipWhitespace(bytes)
      if reader.take(UInt8(ascii: ","), bytes) { continue }
      if reader.take(UInt8(ascii: "]"), bytes) { return values }
      throw reader.expected("',' or ']'", bytes)
    }
  }

  private static func object(
    _ reader: inout Self, _ bytes: Span<UInt8>
  ) throws(JSONError) -> JSONObject {
    var members: [JSONObject.Member] = []
    var names: Set<ByteString> = []
    reader.skipWhitespace(bytes)
    if reader.take(UInt8(ascii: "}"), bytes) { return JSONObject() }
    while true {
      reader.skipWhitespace(bytes)
      let name = try reader.name(bytes, members, &names)
      reader.skipWhitespace(bytes)
      guard reader.take(UInt8(ascii: ":"), bytes) else { throw reader.expected("':'", bytes) }
      reader.skipWhitespace(bytes)
      members.append((name, try reader.value(bytes)))
      reader.skipWhitespace(bytes)
      if reader.take(UInt8(ascii: ","), bytes) { continue }
      if reader.take(UInt8(ascii: "}"), bytes) { return JSONObject(unique: members) }
      throw reader.expected("',' or '}'", bytes)
    }
  }

  /// A member's name, which differs from those in `members`; `names` holds them once they are many.
  private mutating func name(
    _ bytes: Span<UInt8>, _ members: [JSONObject.Member], _ names: inout Set<ByteString>
  ) throws(JSONError) -> String {
    guard peek(bytes) == UInt8(ascii: "\"") else {
      throw expected("a member name in quotes", bytes)
    }
    let start = offset
    let name = try string(bytes)
    let isRepeated: Bool
    if members.count < Self.smallObject {
      isRepeated = members.contains { ByteString($0.key) == ByteString(name) }
    } else {
      if names.isEmpty { names.formUnion(members.lazy.map { ByteString($0.key) }) }
      isRepeated = !names.insert(ByteString(name)).inserted
    }
    if isRepeated {
      throw JSONError("the member \(Self.quoted(name)) stands twice", at: start, in: bytes)
    }
    return name
  }
}

extension JSONReader {
  func peek(_ bytes: Span<UInt8>) -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  /// Steps over `byte` when it comes next.
  mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  mutating func skipWhitespace(_ bytes: Span<UInt8>) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func word(
    _ word: String, _ bytes: Span<UInt8>, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    let start = offset
    for byte in word.utf8 {
      guard take(byte, bytes) else { throw JSONError("expected a value", at: start, in: bytes) }
    }
    return value
  }

  func error(_ message: String, _ bytes: Span<UInt8>) -> JSONError {
    JSONError(message, at: offset, in: bytes)
  }

  func expected(_ what: String, _ bytes: Span<UInt8>) -> JSONError {
    error("expected \(what)" + (offset < bytes.count ? "" : ", but the text ends"), bytes)
  }

  /// The name as a message shows it: escaped, and cut when it is long.
  private static func quoted(_ name: String) -> String {
    let isLong = name.unicodeScalars.count > 64
    var shown = String(name.unicodeScalars.prefix(64))
    if isLong { shown.unicodeScalars.append("\u{2026}") }
    return String(decoding: CanonicalJSON.bytes(of: .string(shown)), as: UTF8.self)
  }
}
