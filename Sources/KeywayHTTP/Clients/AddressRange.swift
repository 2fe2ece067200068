/// Addresses that begin with the same bits.
struct AddressRange: Hashable, Sendable {
  private let address: IPAddress
  private let bits: Int

  /// Reads an address, or one with the count of its bits that matter, such as `10.0.0.0/8`.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(String(parts[0])) else { return nil }
    self.address = address
    let all = address.bytes.count * 8
    guard parts.count == 2 else {
      bits = all
      return
    }
    guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let bits = Int(parts[1]), bits <= all
    else { return nil }
    self.bits = bits
  }

  func contains(_ other: IPAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    let whole = bits / 8
    guard address.bytes.prefix(whole) == other.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (address.bytes[whole] ^ other.bytes[whole]) >> (8 - bits % 8) == 0
  }
}
