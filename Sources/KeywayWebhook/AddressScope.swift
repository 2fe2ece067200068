/// Who can be at an address.
enum AddressScope: Hashable, Sendable {
  /// Anybody in the Internet.
  case global
  /// This machine, or one in a network of the operator's own.
  case local
  /// Nobody, or many at once.
  case nobody

  /// Goes by what the address is, not by how it was written or found.
  ///
  /// - Parameter address: 4 or 16 bytes, the most significant first; any other number is nobody's.
  init(_ address: [UInt8]) {
    switch address.count {
    case 4: self = Self.version4(address)
    case 16: self = Self.version6(address)
    default: self = .nobody
    }
  }

  /// The registry of special addresses of version 4 (RFC 6890, and RFC 5771 for multicast).
  private static func version4(_ address: [UInt8]) -> Self {
    switch (address[0], address[1], address[2]) {
    case (0, _, _), (224..., _, _): .nobody
    case (127, _, _), (10, _, _), (172, 16..<32, _), (192, 168, _), (169, 254, _): .local
    // Shared by the customers of a carrier, benchmarks, documents, and what IETF protocols use.
    case (100, 64..<128, _), (198, 18...19, _), (192, 0, 0), (192, 0, 2), (198, 51, 100),
      (203, 0, 113):
      .local
    // Once relays of 6to4.
    case (192, 88, 99): .nobody
    default: .global
    }
  }

  /// The registry of special addresses of version 6; those that carry one of version 4 go by it.
  private static func version6(_ address: [UInt8]) -> Self {
    if address.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
      return version4(Array(address[12...]))
    }
    // NAT64 (RFC 6052, section 2.1) and 6to4 (RFC 3056, section 2).
    if address.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return version4(Array(address[12...]))
    }
    if address.starts(with: [0x20, 0x02]) { return version4(Array(address[2..<6])) }
    if address.dropLast().allSatisfy({ $0 == 0 }) { return address[15] == 1 ? .local : .nobody }
    switch (address[0], address[1]) {
    case (0xFC...0xFD, _), (0xFE, 0x80...0xFF): return .local
    // Teredo, benchmarks, documents and other protocols' own addresses.
    case (0x20, 0x01) where address[2] < 2 || address[2] == 0x0D && address[3] == 0xB8:
      return .local
    case (0x20...0x3F, _): return .global
    default: return .nobody
    }
  }
}
