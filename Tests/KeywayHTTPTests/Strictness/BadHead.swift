import Testing

/// A request that must not reach the application.
struct BadHead: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  /// Nil where the connection may end without an answer.
  var status: Int? = 400

  var testDescription: String { name }

  private static func get(_ name: String, _ fields: String) -> BadHead {
    BadHead(name: name, text: "GET / HTTP/1.1\r\n\(fields)\r\n")
  }

  private static func post(_ name: String, _ fields: String, status: Int = 400) -> BadHead {
    BadHead(
      name: name, text: "POST / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n5\r\nhello\r\n0\r\n\r\n",
      status: status)
  }

  private static func target(_ target: String) -> BadHead {
    BadHead(
      name: "target \(target.debugDescription)", text: "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
  }

  static let all = lengths + codings + hosts + targets + lines + bytes

  static let lengths = [
    post("both lengths", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
    post("both lengths, the other way", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
    post("equal lengths", "Content-Length: 5\r\nContent-Length: 5\r\n"),
    post("two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n"),
    post("a length with a sign", "Content-Length: +5\r\n"),
    post("a negative length", "Content-Length: -5\r\n"),
    post("a list of lengths", "Content-Length: 5, 5\r\n"),
    post("a hexadecimal length", "Content-Length: 0x5\r\n"),
    post("a length with a fraction", "Content-Length: 5.0\r\n"),
    post("no length", "Content-Length:\r\n"),
    post("a length with a zero byte", "Content-Length: 5\0\r\n"),
    post("a length in Arabic digits", "Content-Length: ٥\r\n"),
    post("a huge length", "Content-Length: 99999999999999999999999\r\n", status: 413),
  ]

  static let codings = [
    post("another coding", "Transfer-Encoding: gzip\r\n"),
    post("two codings", "Transfer-Encoding: gzip, chunked\r\n"),
    post("chunked twice", "Transfer-Encoding: chunked, chunked\r\n"),
    post("two fields of codings", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
    post("an unknown coding", "Transfer-Encoding: xchunked\r\n"),
    post("no coding", "Transfer-Encoding:\r\n"),
    post("a blank behind a coding", "Transfer-Encoding: chunked \r\n"),
    post("a control byte before a coding", "Transfer-Encoding: \u{0B}chunked\r\n"),
    post("a blank before the colon", "Transfer-Encoding : chunked\r\n"),
    BadHead(
      name: "chunks from an old client",
      text: "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  ]

  static let hosts = [
    get("no host", ""), get("two hosts", "Host: h\r\nHost: h\r\n"),
    get("a host with a path", "Host: h/x\r\n"), get("a host with a user", "Host: u@h\r\n"),
    get("a host with a blank", "Host: h h\r\n"),
    BadHead(
      name: "two hosts of an old client", text: "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
  ]

  static let targets =
    [
      "http://h/", "h:80", "*", "a", "?", "//\u{1}", "/\0", "/\0/b", "/a\tb", "/é", "/a#b", "/a b",
      " /a", "/a ", "/\u{7F}",
    ].map(target) + [
      BadHead(name: "CONNECT", text: "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n"),
      BadHead(name: "a query for all", text: "OPTIONS *?a HTTP/1.1\r\nHost: h\r\n\r\n"),
    ]

  static let lines = [
    get("a folded value", "Host: h\r\nX: a\r\n b\r\n"),
    get("a value folded with a tab", "Host: h\r\nX: a\r\n\tb\r\n"),
    get("a first line that continues", " X: a\r\nHost: h\r\n"),
    get("a lone line feed between fields", "Host: h\nX: a\r\n"),
    get("a lone carriage return", "Host: h\rX: a\r\n"),
    get("two carriage returns", "Host: h\r\r\n"),
    get("a field without a colon", "Host: h\r\nX\r\n"),
    get("a field without a name", "Host: h\r\n: a\r\n"),
    BadHead(name: "a lone line feed behind the version", text: "GET / HTTP/1.1\nHost: h\r\n\r\n"),
    BadHead(name: "a lone line feed at the end", text: "GET / HTTP/1.1\r\nHost: h\r\n\n"),
    BadHead(name: "only line feeds", text: "GET / HTTP/1.1\nHost: h\n\n"),
    BadHead(name: "no version", text: "GET /\r\nHost: h\r\n\r\n"),
    BadHead(name: "a version in small letters", text: "GET / http/1.1\r\nHost: h\r\n\r\n"),
    BadHead(name: "a version with a blank", text: "GET / HTTP/1.1 \r\nHost: h\r\n\r\n"),
    BadHead(name: "another version", text: "GET / HTTP/2.0\r\nHost: h\r\n\r\n", status: 505),
    BadHead(name: "a tab for a blank", text: "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadHead(name: "a blank first", text: " GET / HTTP/1.1\r\nHost: h\r\n\r\n", status: nil),
    BadHead(name: "a method with a bracket", text: "G(T / HTTP/1.1\r\nHost: h\r\n\r\n"),
    BadHead(name: "a method with a control byte", text: "G\u{1}T / HTTP/1.1\r\nHost: h\r\n\r\n"),
  ]

  static let bytes = [
    get("a zero byte in a name", "Host: h\r\nX\0Y: a\r\n"),
    get("a zero byte in a value", "Host: h\r\nX: a\0b\r\n"),
    get("zero bytes that look like ends", "Host: h\r\nX: a\0\0Y\0 b\r\n"),
    get("a name that is not ASCII", "Host: h\r\né: a\r\n"),
    get("a name with a blank", "Host: h\r\nX Y: a\r\n"),
    get("a control byte in a value", "Host: h\r\nX: a\u{1}b\r\n"),
    get("an escape in a value", "Host: h\r\nX: \u{1B}[0m\r\n"),
  ]
}
