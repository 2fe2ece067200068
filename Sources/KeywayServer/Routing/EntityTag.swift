import KeywayHTTP

/// A condition of a request on what it asks for (RFC 9110, section 13.1).
enum TagCondition: Hashable, Sendable {
  /// `*`: whatever there is.
  case any
  /// One of these.
  case tags([EntityTag])

  /// What a request's field of that name says, or nil without one.
  ///
  /// - Throws: 400 for what is neither `*` nor a list of tags.
  init?(_ name: String, in head: HTTPRequestHead) throws(Problem) {
    let values = head.headers.all(name)
    if values.isEmpty { return nil }
    let bytes = Array(values.joined(separator: ",").utf8)
    if bytes.filter({ $0 != 0x20 && $0 != 0x09 }) == [UInt8(ascii: "*")] {
      self = .any
      return
    }
    guard let tags = EntityTag.list(bytes), !tags.isEmpty else {
      throw Problem(400, "invalid_header", "\(name) is neither * nor a list of \"tags\"")
    }
    self = .tags(tags)
  }
}

/// What tells one state of something from every other (RFC 9110, section 8.8.3).
struct EntityTag: Hashable, Sendable {
  /// What stands between the quotation marks.
  let text: String
  var isWeak = false

  /// As it stands in a field.
  var field: String { (isWeak ? "W/" : "") + "\"\(text)\"" }

  /// Reads tags between commas; nil for anything else.
  fileprivate static func list(_ bytes: [UInt8]) -> [EntityTag]? {
    var tags: [EntityTag] = []
    var rest = bytes[...]
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      if rest.isEmpty { return tags }
      let isWeak = rest.starts(with: "W/".utf8)
      if isWeak { rest = rest.dropFirst(2) }
      guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
      let text = rest.prefix { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
      rest = rest.dropFirst(text.count)
      guard rest.popFirst() == UInt8(ascii: "\""),
        let decoded = String(validating: text, as: UTF8.self)
      else { return nil }
      tags.append(EntityTag(text: decoded, isWeak: isWeak))
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
    }
  }
}

extension Call {
  /// Whether the caller has what this tag stands for already (RFC 9110, section 13.1.2: weak tags
  /// count as well).
  func has(_ tag: EntityTag) throws(Problem) -> Bool {
    switch try TagCondition("If-None-Match", in: head) {
    case nil: false
    case .any?: true
    case .tags(let tags)?: tags.contains { $0.text == tag.text }
    }
  }
}

extension HTTPResponse {
  /// An answer of which the caller may keep a copy, to be asked about each time.
  static func tagged(_ tag: EntityTag, _ body: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "application/json", "ETag": tag.field,
        "Cache-Control": "private, no-cache",
      ], body: .bytes(body))
  }

  /// The same for who has it already.
  static func unmodified(_ tag: EntityTag) -> HTTPResponse {
    HTTPResponse(
      status: 304, headers: ["ETag": tag.field, "Cache-Control": "private, no-cache"])
  }
}
