internal import CMicroHTTPD
internal import Glibc

/// An IPv4 or IPv6 address; an IPv4 address that is mapped into IPv6 is the IPv4 address.
struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// 4 or 16.
  let bytes: [UInt8]

  /// Reads the usual text form, inet_pton(3); nil for any other text.
  init?(_ text: String) {
    var four = in_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      self.init(bytes: unsafe withUnsafeBytes(of: &four) { unsafe Array($0) })
      return
    }
    var sixteen = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
    self.init(sixteen: unsafe withUnsafeBytes(of: &sixteen) { unsafe Array($0) })
  }

  /// That of a socket's other end; nil for other families.
  @unsafe init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      self.init(
        bytes: unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          unsafe withUnsafeBytes(of: address.pointee.sin_addr) { unsafe Array($0) }
        })
    case AF_INET6:
      self.init(
        sixteen: unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          unsafe withUnsafeBytes(of: address.pointee.sin6_addr) { unsafe Array($0) }
        })
    default: return nil
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private init(sixteen bytes: [UInt8]) {
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    self.bytes = bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
  }

  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// The usual text form, inet_ntop(3).
  var description: String {
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// All addresses that begin with the same bits.
struct Network: Hashable, Sendable {
  private let address: NetworkAddress
  private let prefix: Int

  /// Reads an address, or one with the length of its prefix behind a slash.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
    let bits = address.bytes.count * 8
    var prefix = bits
    if parts.count == 2 {
      guard let given = Int(parts[1]), String(given) == parts[1], (0...bits).contains(given) else {
        return nil
      }
      prefix = given
    }
    self.address = address
    self.prefix = prefix
  }

  func contains(_ other: NetworkAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for bit in stride(from: 0, to: prefix, by: 8) {
      let mask: UInt8 = prefix - bit >= 8 ? 0xFF : ~(0xFF >> UInt8(prefix - bit))
      if (address.bytes[bit / 8] ^ other.bytes[bit / 8]) & mask != 0 { return false }
    }
    return true
  }
}
