/// The syntax of language tags: BCP 47 (RFC 5646, section 2.1) without the grandfathered tags.
package enum LanguageTag {
  /// Whether the text is well-formed; whether its subtags are registered is not asked.
  package static func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    var rest = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .map { Array($0) }[...]
    guard rest.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) })
    else { return false }
    if takePrivateUse(&rest) { return rest.isEmpty }
    guard takeLanguage(&rest) else { return false }
    _ = take(&rest) { $0.count == 4 && $0.allSatisfy(isLetter) }
    _ = take(&rest) {
      $0.count == 2 && $0.allSatisfy(isLetter) || $0.count == 3 && $0.allSatisfy(isDigit)
    }
    while take(&rest, where: isVariant) {}
    while take(&rest, where: { $0.count == 1 && $0[0] | 0x20 != UInt8(ascii: "x") }) {
      guard take(&rest, where: { $0.count >= 2 }) else { return false }
      while take(&rest, where: { $0.count >= 2 }) {}
    }
    return rest.isEmpty || takePrivateUse(&rest) && rest.isEmpty
  }

  /// The tags to look for in turn when texts in `tag` are wanted, in lower case: the tag itself,
  /// then shorter ones (RFC 4647, section 3.4): `zh-Hant-TW`, `zh-Hant`, `zh`.
  package static func range(of tag: String) -> [String] {
    var subtags = tag.lowercased().split(separator: "-")
    var range: [String] = []
    while !subtags.isEmpty {
      range.append(subtags.joined(separator: "-"))
      subtags.removeLast()
      // A single letter or digit only introduces what followed it.
      if subtags.last?.count == 1 { subtags.removeLast() }
    }
    return range
  }

  private static func takeLanguage(_ rest: inout ArraySlice<[UInt8]>) -> Bool {
    guard let first = rest.first, first.count >= 2, first.allSatisfy(isLetter) else { return false }
    rest.removeFirst()
    guard first.count <= 3 else { return true }
    for _ in 0..<3 where !take(&rest, where: { $0.count == 3 && $0.allSatisfy(isLetter) }) { break }
    return true
  }

  /// `x` and at least one more subtag, which end the tag.
  private static func takePrivateUse(_ rest: inout ArraySlice<[UInt8]>) -> Bool {
    guard rest.count > 1, rest.first == [UInt8(ascii: "x")] || rest.first == [UInt8(ascii: "X")]
    else { return false }
    rest.removeAll()
    return true
  }

  private static func take(
    _ rest: inout ArraySlice<[UInt8]>, where condition: ([UInt8]) -> Bool
  ) -> Bool {
    guard let first = rest.first, condition(first) else { return false }
    rest.removeFirst()
    return true
  }

  private static func isVariant(_ subtag: [UInt8]) -> Bool {
    subtag.count >= 5 || subtag.count == 4 && isDigit(subtag[0])
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}
