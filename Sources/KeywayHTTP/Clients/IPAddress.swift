internal import Glibc

/// An IPv4 or IPv6 address; one of IPv4 that is written inside IPv6 is one of IPv4.
struct IPAddress: Hashable, Sendable {
  /// 4 or 16 bytes.
  let bytes: [UInt8]

  var isVersion4: Bool { bytes.count == 4 }

  /// `127.0.0.0/8`, or `::1`.
  var isLoopback: Bool {
    isVersion4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Nil unless there are 4 or 16 bytes.
  init?(bytes: [UInt8]) {
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    switch bytes.count {
    case 4: self.bytes = bytes
    case 16: self.bytes = bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes
    default: return nil
    }
  }

  /// Reads `192.0.2.1` or `2001:db8::1`, nothing else.
  init?(_ text: String) {
    if let bytes = Self.parse(text, AF_INET, 4) ?? Self.parse(text, AF_INET6, 16) {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// Nil for addresses of other families.
  init?(_ address: UnsafePointer<sockaddr>) {
    let start: Int
    let count: Int
    switch unsafe CInt(address.pointee.sa_family) {
    case AF_INET: (start, count) = (4, 4)
    case AF_INET6: (start, count) = (8, 16)
    default: return nil
    }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: UnsafeRawPointer(address) + start, count: count)
    self.init(bytes: unsafe Array(bytes))
  }

  /// The usual form, such as `192.0.2.1` or `2001:db8::1`.
  var text: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = isVersion4 ? AF_INET : AF_INET6
    let isWritten = unsafe bytes.withUnsafeBytes { bytes in
      unsafe inet_ntop(family, bytes.baseAddress, &text, socklen_t(text.count)) != nil
    }
    guard isWritten else { return "" }
    let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: characters, as: UTF8.self)
  }

  /// Calls the body with the address in the form that `bind` takes.
  func withSocketAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    let (start, count) = isVersion4 ? (4, 16) : (8, 28)
    var place = [UInt8](repeating: 0, count: count)
    place.replaceSubrange(start..<start + bytes.count, with: bytes)
    place[2] = UInt8(port >> 8)
    place[3] = UInt8(port & 0xFF)
    let family = sa_family_t(isVersion4 ? AF_INET : AF_INET6)
    return unsafe place.withUnsafeMutableBytes { place in
      unsafe place.storeBytes(of: family, as: sa_family_t.self)
      guard let address = unsafe place.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return -1
      }
      return unsafe body(address, socklen_t(count))
    }
  }

  private static func parse(_ text: String, _ family: CInt, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard !text.utf8.contains(0), unsafe inet_pton(family, text, &bytes) == 1 else { return nil }
    return bytes
  }
}
