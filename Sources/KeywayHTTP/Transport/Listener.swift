internal import Glibc

/// A socket that waits for connections; closed with its last owner.
final class Listener: Sendable {
  private let descriptor: CInt
  let port: UInt16

  /// - Throws: `badAddress`, `addressInUse`, `notPermitted` or `unavailable`.
  init(address: String, port: UInt16) throws(HTTPServerError) {
    guard let place = IPAddress(address) else {
      throw HTTPServerError(.badAddress, "\(address) is not an address in numbers")
    }
    let words = "listening on \(address), port \(port)"
    let descriptor = socket(
      place.isVersion4 ? AF_INET : AF_INET6,
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure(words) }
    Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
    if !place.isVersion4 { Self.set(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY) }
    let status = unsafe place.withSocketAddress(port: port) { address, count in
      unsafe bind(descriptor, address, count)
    }
    guard status == 0, listen(descriptor, Self.backlog) == 0,
      let bound = SocketName.port(of: descriptor)
    else {
      let failure = Self.failure(words)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = bound
  }

  deinit {
    close(descriptor)
  }

  /// A second descriptor, which the caller closes; nil when the system gives none.
  func copy() -> CInt? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }

  /// Lets the system refuse what comes from now on; the descriptor stays.
  func refuse() {
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  private static var backlog: CInt { 1024 }

  private static func set(_ descriptor: CInt, _ level: CInt, _ option: CInt) {
    var on: CInt = 1
    unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func failure(_ words: String) -> HTTPServerError {
    let number = errno
    let code: HTTPServerError.Code =
      switch number {
      case EADDRINUSE: .addressInUse
      case EADDRNOTAVAIL, EAFNOSUPPORT: .badAddress
      case EACCES, EPERM: .notPermitted
      default: .unavailable
      }
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return HTTPServerError(code, "\(words): \(reason)")
  }
}
