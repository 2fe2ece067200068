/// Brings user info into its normal form.
enum UserInfoReader {
  static func normalise(_ object: JSONObject, path: [String]) throws(UserInfoError) -> JSONObject {
    var members: [JSONObject.Member] = []
    for member in object.members {
      if member.key.utf8.first == UInt8(ascii: "$") {
        throw UserInfoError(
          path: path + [member.key], message: "a name that begins with '$' is kept for tags")
      }
      members.append((member.key, try normalise(member.value, path: path + [member.key])))
    }
    return JSONObject(unique: members)
  }

  private static func normalise(
    _ value: JSONValue, path: [String]
  ) throws(UserInfoError) -> JSONValue {
    switch value {
    case .null:
      throw UserInfoError(path: path, message: "null has no place in a property list")
    case .bool, .integer, .string:
      return value
    case .real(let number):
      return real(number)
    case .array(let elements):
      var result: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        result.append(try normalise(element, path: path + ["\(index)"]))
      }
      return .array(result)
    case .object(let object):
      if let tag = object.members.first(where: { $0.key.utf8.first == UInt8(ascii: "$") }) {
        guard object.members.count == 1, case .string(let text) = tag.value else {
          throw UserInfoError(path: path, message: "a tag stands alone and has a text")
        }
        return try untag(tag.key, text, path: path)
      }
      return .object(try normalise(object, path: path))
    }
  }

  private static func untag(
    _ tag: String, _ text: String, path: [String]
  ) throws(UserInfoError) -> JSONValue {
    switch tag {
    case "$real":
      guard isNumber(text), let number = Double(text), number.isFinite else {
        throw UserInfoError(path: path, message: "'$real' wants a finite number as JSON has them")
      }
      return real(number)
    case "$integer":
      guard isInteger(text), let number = Int64(text) else {
        throw UserInfoError(path: path, message: "'$integer' wants an integer of 64 bits")
      }
      return integer(number)
    case "$date":
      do throws(TimeTextError) {
        return tagged("$date", try Timestamp(parsing: text.utf8.span).rfc3339)
      } catch {
        throw UserInfoError(path: path, message: "'$date': \(error.rawValue)")
      }
    case "$data":
      guard let bytes = Base64.decode(text.utf8.span) else {
        throw UserInfoError(path: path, message: "'$data' wants base 64 with padding")
      }
      return tagged("$data", Base64.encode(bytes))
    default:
      throw UserInfoError(
        path: path, message: "unknown tag '\(tag)'; there are $real, $integer, $date and $data")
    }
  }

  /// Plain when reading it back gives a real again, tagged otherwise.
  private static func real(_ number: Double) -> JSONValue {
    let isPlain = CanonicalJSON.bytes(of: .real(number)).contains { ".e".utf8.contains($0) }
    return isPlain ? .real(number) : tagged("$real", "\(number)")
  }

  /// Plain when every reader of JSON reads it exactly (RFC 7493, section 2.2), tagged otherwise.
  private static func integer(_ number: Int64) -> JSONValue {
    let exact: Int64 = 9_007_199_254_740_991
    return (-exact...exact).contains(number) ? .integer(number) : tagged("$integer", "\(number)")
  }

  private static func tagged(_ tag: String, _ text: String) -> JSONValue {
    var object = JSONObject()
    object[tag] = .string(text)
    return .object(object)
  }

  /// Whether the text is a number by the grammar of JSON, however great.
  private static func isNumber(_ text: String) -> Bool {
    // An integer that JSON's readers do not read exactly is a real all the same.
    if isInteger(text) { return true }
    switch try? JSONValue(parsing: text.utf8.span) {
    case .real, .integer: return text.utf8.allSatisfy { !" \t\n\r".utf8.contains($0) }
    default: return false
    }
  }

  private static func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { $0 &- 0x30 < 10 }
      && (digits.count == 1 || digits.first != 0x30)
  }
}
