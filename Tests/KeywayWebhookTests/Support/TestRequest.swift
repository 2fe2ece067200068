import Foundation

/// A request as it came over a connection.
struct TestRequest: Sendable {
  /// The method, the path and the version.
  let line: String
  /// By their names in small letters.
  let headers: [String: String]
  let body: [UInt8]

  /// Nil when the connection ends before the request does. Blocks.
  init?(from connection: Int32) {
    var bytes: [UInt8] = []
    while true {
      if let request = Self(parsing: bytes) {
        self = request
        return
      }
      guard let more = Self.read(connection) else { return nil }
      bytes += more
    }
  }

  private init?(parsing bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.range(of: ": ") else { continue }
      headers[line[..<colon.lowerBound].lowercased()] = String(line[colon.upperBound...])
    }
    let body = Array(text[end.upperBound...].utf8)
    guard body.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    (line, self.headers, self.body) = (lines[0], headers, body)
  }

  /// Nil at the end. Blocks.
  private static func read(_ connection: Int32) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &piece, piece.count, 0)
    return count > 0 ? Array(piece[..<count]) : nil
  }

  /// Waits for the other side to close; the answer is whether it did so with a reset.
  @discardableResult
  static func drain(_ connection: Int32) -> Bool {
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &piece, piece.count, 0)
      if count <= 0 { return count < 0 && errno == ECONNRESET }
    }
  }
}
