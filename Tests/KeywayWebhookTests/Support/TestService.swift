import Foundation
import Synchronization

/// A web service on a free port of this machine, which keeps what it was asked and answers every
/// request as it was told.
final class TestService: Sendable {
  /// What a service does with a request that it has read.
  enum Behaviour: Sendable {
    /// Sends these bytes and closes the connection.
    case answer(String)
    /// Closes the connection.
    case closes
    /// Sends these bytes, and then nothing for as long as the other side stays.
    case stalls(String)
  }

  struct DidNotStart: Error { let errno: Int32 }

  /// The line of a request that only shows that those before it were served.
  private static let farewell = "FAREWELL"

  let port: UInt16
  private let listener: Int32
  private let behaviour: Behaviour
  private let seen = Mutex<(connections: Int, requests: [TestRequest], resets: Int)>((0, [], 0))

  /// How many clients broke off; to be asked after ``finish()``.
  var resets: Int { seen.withLock { $0.resets } }

  var url: String { "http://127.0.0.1:\(port)/lock" }

  init(_ behaviour: Behaviour) throws {
    self.behaviour = behaviour
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        bind(descriptor, place, length) + listen(descriptor, 8)
          + getsockname(descriptor, place, &length)
      }
    }
    guard listener >= 0, status == 0 else { throw DidNotStart(errno: errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in Self.serve(descriptor) { self?.handle($0) } }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// How many connections there were, and the requests that came over them, when all that were
  /// opened before have ended: they are served one after the other. Blocks; to be called once.
  func finish() throws -> (connections: Int, requests: [TestRequest]) {
    let last = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(last) }
    var address = Self.address(port)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(last, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw DidNotStart(errno: errno) }
    send(Self.farewell + "\r\n\r\n", to: last)
    shutdown(last, Int32(SHUT_WR))
    while !seen.withLock({ $0.requests.last?.line == Self.farewell }) { usleep(1000) }
    return seen.withLock { ($0.connections - 1, $0.requests.dropLast()) }
  }

  private static func serve(_ listener: Int32, _ body: (Int32) -> Void) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      body(connection)
      close(connection)
    }
    close(listener)
  }

  private func handle(_ connection: Int32) {
    seen.withLock { $0.connections += 1 }
    guard let request = TestRequest(from: connection) else { return }
    seen.withLock { $0.requests.append(request) }
    switch behaviour {
    case .closes: break
    case .answer(let text):
      send(text, to: connection)
      // What is not read before closing would be answered by a reset, which may overtake the answer.
      shutdown(connection, Int32(SHUT_WR))
      drain(connection)
    case .stalls(let text):
      send(text, to: connection)
      drain(connection)
    }
  }

  private func drain(_ connection: Int32) {
    if TestRequest.drain(connection) { seen.withLock { $0.resets += 1 } }
  }

  private func send(_ text: String, to connection: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// An answer with the length of its body.
  static func answer(_ status: String, _ body: String = "", headers: [String] = []) -> Behaviour {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
    return .answer(lines.map { $0 + "\r\n" }.joined() + "\r\n" + body)
  }
}
