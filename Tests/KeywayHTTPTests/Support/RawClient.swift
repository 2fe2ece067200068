import Glibc
import Testing

/// A connection to which a test writes bytes as it likes. Everything blocks, for 20 s at the most.
final class RawClient {
  let socket: CInt
  private var buffer: [UInt8] = []
  private(set) var isAtEnd = false

  /// Nobody listens.
  struct Refused: Error {}

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    try #require(socket >= 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Refused() }
  }

  deinit {
    Glibc.close(socket)
  }

  func send(_ text: String) throws {
    try send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) throws {
    try #require(offer(bytes) == bytes.count)
  }

  /// Sends what the other side takes, and returns how much that is.
  func offer(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Sends nothing more.
  func finish() {
    shutdown(socket, CInt(SHUT_WR))
  }

  /// One answer, without what follows it; nil when the connection ends before it is whole.
  func readAnswer(toHead: Bool = false) -> RawAnswer? {
    while true {
      if let (answer, length) = RawAnswer.first(in: buffer, toHead: toHead) {
        buffer.removeFirst(length)
        return answer
      }
      guard fill() else { return nil }
    }
  }

  /// Whether that text comes, with what came before it.
  func waits(for text: String) -> Bool {
    let bytes = Array(text.utf8)
    while !buffer.indices.contains(where: { buffer[$0...].starts(with: bytes) }) {
      guard fill() else { return false }
    }
    return true
  }

  /// All that comes until the connection ends.
  func readToEnd() -> RawAnswer {
    while fill() {}
    return RawAnswer(all: buffer, isAtEnd: isAtEnd)
  }

  /// Whether the other side ends the connection without another byte.
  var ends: Bool {
    !fill() && isAtEnd && buffer.isEmpty
  }

  private func fill() -> Bool {
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &part, part.count, 0)
    guard count > 0 else {
      isAtEnd = count == 0 || errno == ECONNRESET
      return false
    }
    buffer += part[..<count]
    return true
  }
}
