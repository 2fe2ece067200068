/// Whose word about the address of a client is taken.
struct TrustedProxies: Sendable {
  private let ranges: [AddressRange]

  /// - Throws: `badProxy` for a text that is neither an address nor a range.
  init(_ texts: [String]) throws(HTTPServerError) {
    var ranges: [AddressRange] = []
    for text in texts {
      guard let range = AddressRange(text) else {
        throw HTTPServerError(.badProxy, "\(text) is neither an address nor a range of addresses")
      }
      ranges.append(range)
    }
    self.ranges = ranges
  }

  func contains(_ address: IPAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// Who sent a request that came through a proxy of these.
  ///
  /// Each proxy adds the address that it saw behind what it was told, so that only what stands
  /// behind the last address that is not trusted is true. What is not an address ends the search:
  /// the client is then the proxy that said it.
  func client(behind peer: IPAddress, isEncrypted: Bool, _ headers: HTTPHeaders) -> HTTPClient {
    let schemes = headers.all("X-Forwarded-Proto")
    let lists = headers.all("X-Forwarded-For")
    guard !lists.isEmpty else {
      // The proxy itself, as when it looks whether the service is well.
      return HTTPClient(
        address: peer.text,
        isSecure: schemes.isEmpty
          ? isEncrypted || peer.isLoopback : schemes.allSatisfy(Self.isSecure))
    }
    var client = peer
    for entry in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) })
      .reversed()
    {
      guard let address = Self.address(entry) else { break }
      client = address
      if !contains(address) { break }
    }
    return HTTPClient(
      address: client.text, isSecure: !schemes.isEmpty && schemes.allSatisfy(Self.isSecure))
  }

  private static func isSecure(_ scheme: String) -> Bool {
    HTTPHeaders.isSame(scheme, "https")
  }

  /// Some proxies write the port of the client behind its address.
  private static func address(_ entry: Substring) -> IPAddress? {
    let text = entry.trimmed
    if let address = IPAddress(text) { return address }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let address = IPAddress(String(text[..<colon]))
    return address?.isVersion4 == true ? address : nil
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let end = lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[...end].drop(while: isBlank))
  }
}
