/// An answer as it came.
struct RawAnswer {
  let status: Int?
  let fields: [String]
  /// As it was sent, with the marks of its chunks.
  let body: [UInt8]
  /// Whether the connection ended behind it.
  let isAtEnd: Bool

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first field of that name.
  subscript(name: String) -> String? {
    let start = name.lowercased() + ":"
    return fields.first { $0.lowercased().hasPrefix(start) }.map {
      String($0.dropFirst(start.count).drop { $0 == " " })
    }
  }

  /// Everything that came over a connection.
  init(all bytes: [UInt8], isAtEnd: Bool) {
    let end = Self.headEnd(bytes) ?? bytes.count
    self.init(head: bytes[..<end], body: Array(bytes[end...]), isAtEnd: isAtEnd)
  }

  private init(head: ArraySlice<UInt8>, body: [UInt8], isAtEnd: Bool) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    status = lines.first.flatMap { line in
      let words = line.split(separator: " ")
      return words.count > 1 && words[0] == "HTTP/1.1" ? Int(words[1]) : nil
    }
    fields = Array(lines.dropFirst())
    self.body = body
    self.isAtEnd = isAtEnd
  }

  /// The first whole answer and its length; one to HEAD has no body.
  static func first(in bytes: [UInt8], toHead: Bool) -> (RawAnswer, Int)? {
    guard let end = headEnd(bytes) else { return nil }
    let head = RawAnswer(head: bytes[..<end], body: [], isAtEnd: false)
    let hasNone = toHead || [100, 204, 304].contains(head.status)
    if hasNone { return (head, end) }
    let whole: Int
    if head["Transfer-Encoding"] == "chunked" {
      let mark = Array("\r\n0\r\n\r\n".utf8)
      guard
        let last = bytes.indices.dropFirst(end - 2).first(where: { bytes[$0...].starts(with: mark) }
        )
      else { return nil }
      whole = last + mark.count
    } else {
      whole = end + (head["Content-Length"].flatMap { Int($0) } ?? 0)
    }
    guard bytes.count >= whole else { return nil }
    return (RawAnswer(head: bytes[..<end], body: Array(bytes[end..<whole]), isAtEnd: false), whole)
  }

  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) }.map { $0 + 4 }
  }
}
