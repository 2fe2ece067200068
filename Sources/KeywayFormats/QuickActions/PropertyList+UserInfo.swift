package import KeywayCore

extension PropertyList {
  /// User info as a property list, with the types that its tags say.
  package init(_ userInfo: UserInfo) {
    self = Self.value(of: .object(userInfo.object))
  }

  private static func value(of value: JSONValue) -> PropertyList {
    switch value {
    case .null: .string("")
    case .bool(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map(Self.value))
    case .object(let object): tagged(object) ?? dictionary(object)
    }
  }

  private static func dictionary(_ object: JSONObject) -> PropertyList {
    var dictionary = PropertyListDictionary()
    for (key, value) in object.members { _ = dictionary.append(key, Self.value(of: value)) }
    return .dictionary(dictionary)
  }

  /// Nil for an object that is no tag. What does not fit its tag was never stored.
  private static func tagged(_ object: JSONObject) -> PropertyList? {
    guard object.count == 1, case (let tag, .string(let text))? = object.members.first else {
      return nil
    }
    switch tag {
    case "$real": return Double(text).map { .real($0) }
    case "$integer": return Int64(text).map { .integer($0) }
    case "$date": return (try? Timestamp(parsing: text.utf8.span)).map { .date($0) }
    case "$data": return Base64.decode(text.utf8.span).map { .data($0) }
    default: return nil
    }
  }

  /// The value as a member of user info, each type under its tag; ``UserInfo`` makes plain JSON of
  /// what need not be tagged. Of a value without ``unreadable`` parts only.
  var userInfoValue: JSONValue {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): Self.tag("$integer", "\(number)")
    case .real(let number): Self.tag("$real", "\(number)")
    case .boolean(let flag): .bool(flag)
    case .date(let date): Self.tag("$date", date.rfc3339)
    case .data(let bytes): Self.tag("$data", Base64.encode(bytes))
    case .array(let values): .array(values.map(\.userInfoValue))
    case .dictionary(let dictionary): .object(dictionary.userInfoObject)
    case .unreadable: .null
    }
  }

  private static func tag(_ name: String, _ text: String) -> JSONValue {
    .object([name: .string(text)])
  }

  /// Where the first key stands that user info would take for a tag, or nil.
  var tagPath: [String]? {
    switch self {
    case .array(let values):
      for (index, value) in values.enumerated() {
        if let path = value.tagPath { return ["\(index)"] + path }
      }
    case .dictionary(let dictionary):
      for (key, value) in dictionary.members {
        if key.utf8.first == UInt8(ascii: "$") { return [key] }
        if let path = value.tagPath { return [key] + path }
      }
    default: break
    }
    return nil
  }

  /// What in the value no case holds, in the order of the file, and the way to each.
  var unreadable: [(path: [String], error: FormatError)] {
    switch self {
    case .unreadable(let error): [([], error)]
    case .array(let values):
      values.enumerated().flatMap { index, value in
        value.unreadable.map { (["\(index)"] + $0.path, $0.error) }
      }
    case .dictionary(let dictionary):
      dictionary.members.flatMap { key, value in
        value.unreadable.map { ([key] + $0.path, $0.error) }
      }
    default: []
    }
  }

  /// How many arrays and dictionaries stand inside one another.
  var depth: Int {
    switch self {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .dictionary(let dictionary): 1 + (dictionary.members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

extension PropertyListDictionary {
  var userInfoObject: JSONObject {
    JSONObject(unique: members.map { ($0.key, $0.value.userInfoValue) })
  }
}
