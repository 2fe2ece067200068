/// What the library lets through and others read otherwise: a message whose end two readers may
/// place differently is refused (RFC 9112, sections 3.2 and 6).
enum RequestCheck {
  /// Why a head is refused, or nil.
  static func problem(target: [UInt8], _ version: String, _ headers: HTTPHeaders, method: String)
    -> String?
  {
    guard target.first == UInt8(ascii: "/") || target == [UInt8(ascii: "*")] && method == "OPTIONS"
    else { return "the target has to be a path" }
    guard target.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      return "the target has characters that have to be escaped"
    }
    guard method.utf8.allSatisfy(isToken), !method.isEmpty else { return "the method is none" }
    for (name, value) in headers.fields {
      guard !name.isEmpty, name.utf8.allSatisfy(isToken) else { return "a header's name is none" }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        return "a header has control characters"
      }
    }
    let hosts = headers.all("Host")
    guard hosts.count == 1 || version == "HTTP/1.0" && hosts.isEmpty else {
      return "there has to be one Host"
    }
    return framingProblem(headers)
  }

  private static func framingProblem(_ headers: HTTPHeaders) -> String? {
    let lengths = headers.all("Content-Length")
    let encodings = headers.all("Transfer-Encoding")
    if !encodings.isEmpty {
      guard lengths.isEmpty else { return "there are a length and an encoding of the body" }
      guard encodings.count == 1, HTTPHeaders.isSame(encodings[0], "chunked") else {
        return "a body may be chunked and nothing else"
      }
    }
    guard lengths.count <= 1 else { return "there are several lengths of the body" }
    if let length = lengths.first {
      guard (1...18).contains(length.utf8.count),
        length.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return "the length of the body is no number" }
    }
    return nil
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
