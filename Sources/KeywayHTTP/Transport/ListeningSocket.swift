internal import Glibc

/// A socket that takes connections in.
enum ListeningSocket {
  /// Opens one; the caller closes it, or gives it to who does.
  static func open(
    _ address: String, _ port: UInt16
  ) throws(HTTPServerError) -> (socket: CInt, port: UInt16) {
    guard let found = NetworkAddress(address) else {
      throw HTTPServerError(.badAddress, "'\(address)' is no IPv4 or IPv6 address")
    }
    let isFour = !address.utf8.contains(UInt8(ascii: ":"))
    let socket = Glibc.socket(
      isFour ? AF_INET : AF_INET6,
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard socket >= 0 else { throw error("a socket could not be made") }
    do throws(HTTPServerError) {
      var yes: CInt = 1
      let size = socklen_t(MemoryLayout<CInt>.size)
      unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, size)
      let bound = isFour ? bind(socket, found, port) : bindSix(socket, address, port)
      guard bound == 0 else { throw self.error("\(address), port \(port)") }
      guard listen(socket, 1_024) == 0 else { throw self.error("\(address), port \(port)") }
      return (socket, self.port(of: socket))
    } catch {
      close(socket)
      throw error
    }
  }

  private static func bind(_ socket: CInt, _ address: NetworkAddress, _ port: UInt16) -> CInt {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    unsafe withUnsafeMutableBytes(of: &name.sin_addr) { unsafe $0.copyBytes(from: address.bytes) }
    return unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe Glibc.bind(socket, name, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func bindSix(_ socket: CInt, _ address: String, _ port: UInt16) -> CInt {
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    name.sin6_port = port.bigEndian
    guard unsafe inet_pton(AF_INET6, address, &name.sin6_addr) == 1 else { return -1 }
    return unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe Glibc.bind(socket, name, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
  }

  private static func port(of socket: CInt) -> UInt16 {
    var name = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return unsafe withUnsafeMutablePointer(to: &name) { name in
      _ = unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe getsockname(socket, name, &size)
      }
      // Both families have it at the same place.
      return unsafe name.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { name in
        unsafe UInt16(bigEndian: name.pointee.sin_port)
      }
    }
  }

  private static func error(_ what: String) -> HTTPServerError {
    let number = errno
    let code: HTTPServerError.Code =
      switch number {
      case EADDRINUSE: .addressInUse
      case EADDRNOTAVAIL: .badAddress
      case EACCES, EPERM: .notPermitted
      default: .system
      }
    let reason = unsafe String(cString: strerror(number))
    return HTTPServerError(code, "\(what): \(reason)")
  }
}
