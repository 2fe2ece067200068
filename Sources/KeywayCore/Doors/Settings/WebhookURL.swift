/// Where a web service is: `https://host[:port][/path][?query]`, or the same with `http`.
///
/// What readers of URLs disagree about is refused: user names, fragments, back slashes, characters
/// beyond ASCII, and numbers as hosts other than four of 0 to 255.
package struct WebhookURL: Hashable, Sendable {
  /// The most bytes of a URL.
  package static var maximumLength: Int { 2048 }

  /// As it was written.
  package let text: String
  /// Whether it is `https`.
  package let isEncrypted: Bool

  /// - Throws: ``LockSettingsError`` for the member of that name.
  package init(parsing text: String, member: String) throws(LockSettingsError) {
    guard let rest = Self.afterScheme(text) else {
      throw LockSettingsError(member, "begins neither with https:// nor with http://")
    }
    if let problem = Self.problem(rest, length: text.utf8.count) {
      throw LockSettingsError(member, problem)
    }
    self.text = text
    isEncrypted = text.utf8.starts(with: "https".utf8)
  }

  private static func afterScheme(_ text: String) -> [UInt8]? {
    for scheme in ["https://", "http://"] where text.utf8.starts(with: scheme.utf8) {
      return Array(text.utf8.dropFirst(scheme.utf8.count))
    }
    return nil
  }

  private static func problem(_ rest: [UInt8], length: Int) -> String? {
    guard length <= maximumLength else { return "has more than \(maximumLength) bytes" }
    guard !rest.contains(UInt8(ascii: "#")) else { return "has a fragment" }
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    let authority = rest[..<(end ?? rest.endIndex)]
    guard !authority.contains(UInt8(ascii: "@")) else {
      return "has a user name, which is not for a URL"
    }
    let (host, port) = split(authority)
    guard isHost(host) else { return "has no host that can be told from others" }
    guard port.map(isPort) ?? true else { return "has a port other than 1 to 65535" }
    guard isPath(rest[(end ?? rest.endIndex)...]) else {
      return "has a character after the host that has to be escaped"
    }
    return nil
  }

  /// The host, with its brackets, and what follows the colon after it.
  private static func split(_ authority: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, [UInt8]?) {
    let bracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    guard let colon = authority[bracket...].firstIndex(of: UInt8(ascii: ":")) else {
      return (authority, nil)
    }
    return (authority[..<colon], Array(authority[(colon + 1)...]))
  }

  private static func isPort(_ digits: [UInt8]) -> Bool {
    guard 1...5 ~= digits.count, digits[0] != UInt8(ascii: "0"),
      let port = number(digits[...])
    else { return false }
    return port <= 65_535
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count < 10, digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// RFC 3986, sections 3.3 and 3.4.
  private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == UInt8(ascii: "%") {
        guard bytes.endIndex - place >= 3, isHexadecimal(bytes[place + 1]),
          isHexadecimal(bytes[place + 2])
        else { return false }
        place += 2
      } else if !IdentifierByte.canContinue(byte), !"/?:@!$&'()*+,;=.~".utf8.contains(byte) {
        return false
      }
      place += 1
    }
    return true
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}

extension WebhookURL {
  /// A name of RFC 1123, section 2.1, four numbers, or an address of version 6 in brackets.
  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
      return isAddress6(host.dropFirst().dropLast())
    }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard host.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
      return false
    }
    // `127.1`, `0x7f000001` and `0177.0.0.1` are all one address to some.
    let isNumeric =
      last.allSatisfy { $0 &- 0x30 < 10 }
      || last.first == UInt8(ascii: "0") && last.dropFirst().first.map { $0 | 0x20 } == 0x78
    return !isNumeric || labels.count == 4 && labels.allSatisfy(isOctet)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return 1...63 ~= label.count && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { $0 == hyphen || IdentifierByte.canStart($0) }
  }

  private static func isOctet(_ label: ArraySlice<UInt8>) -> Bool {
    guard label.count == 1 || label.first != UInt8(ascii: "0"), let number = number(label) else {
      return false
    }
    return number <= 255
  }

  /// RFC 4291, section 2.2, without the form that ends in four decimal numbers.
  private static func isAddress6(_ text: ArraySlice<UInt8>) -> Bool {
    let colon = UInt8(ascii: ":")
    let groups = text.split(separator: colon, omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(isHexadecimal) }) else {
      return false
    }
    let gaps = text.indices.dropLast().filter { text[$0] == colon && text[$0 + 1] == colon }
    let filled = groups.filter { !$0.isEmpty }.count
    if gaps.isEmpty { return groups.count == 8 && filled == 8 }
    // The only empty groups are those of the gap: one, and one more at each end that it touches.
    let atStart = text.starts(with: [colon, colon]) ? 1 : 0
    let atEnd = text.suffix(2).elementsEqual([colon, colon]) ? 1 : 0
    return gaps.count == 1 && filled <= 7 && groups.count - filled == 1 + atStart + atEnd
  }
}
