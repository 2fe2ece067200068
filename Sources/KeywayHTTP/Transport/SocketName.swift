internal import Glibc

/// What the system says about the ends of sockets.
enum SocketName {
  /// The port that a socket is bound to.
  static func port(of descriptor: CInt) -> UInt16? {
    var storage = sockaddr_storage()
    var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getsockname(descriptor, address, &count)
      }
    }
    guard status == 0 else { return nil }
    // The port stands at the same place in both families.
    return unsafe withUnsafeBytes(of: storage) { bytes in
      unsafe UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }
  }
}
