/// Where an MQTT broker listens: `mqtt://host[:port]`, or `mqtts://` with TLS.
package struct MQTTBroker: Hashable, Sendable {
  /// A name or an address; an IPv6 address without its brackets.
  package let host: String
  package let port: UInt16
  package let isEncrypted: Bool

  /// Nil for anything else than a scheme, a host and a port: no user, path or query.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    let isEncrypted = rest.starts(with: "mqtts://".utf8)
    guard isEncrypted || rest.starts(with: "mqtt://".utf8) else { return nil }
    rest = rest.dropFirst(isEncrypted ? 8 : 7)
    guard let host = Self.host(&rest) else { return nil }
    var port: UInt16 = isEncrypted ? 8883 : 1883
    if rest.first == UInt8(ascii: ":") {
      guard let given = Self.port(rest.dropFirst()) else { return nil }
      port = given
    } else if !rest.isEmpty {
      return nil
    }
    self.host = host
    self.port = port
    self.isEncrypted = isEncrypted
  }

  /// Whether what is sent there stays on this machine. A name counts only when it is `localhost`,
  /// which RFC 6761, section 6.3, keeps for that.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && UInt8(part) != nil
      }
  }

  private static func host(_ rest: inout Substring.UTF8View) -> String? {
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let address = rest[..<end].dropFirst()
      guard address.count(where: { $0 == UInt8(ascii: ":") }) >= 2,
        address.allSatisfy({ isHexadecimal($0) || $0 == UInt8(ascii: ":") || isDot($0) })
      else { return nil }
      rest = rest[end...].dropFirst()
      return String(Substring(address))
    }
    let host = rest.prefix { isNameByte($0) }
    guard let first = host.first, (1...253).contains(host.count), first != UInt8(ascii: "-"),
      !isDot(first)
    else { return nil }
    rest = rest[host.endIndex...]
    return String(Substring(host))
  }

  private static func port(_ digits: Substring.UTF8View) -> UInt16? {
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 5,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return UInt16(Substring(digits))
  }

  private static func isDot(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
