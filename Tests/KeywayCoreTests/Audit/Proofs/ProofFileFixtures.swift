import KeywayCore

/// Texts in the form of proof files; no signature and no hash in them is true.
enum ProofFileFixtures {
  static let one = Digest([32 of UInt8](repeating: 1))
  static let two = Digest([32 of UInt8](repeating: 2))
  private static let hashes = "\(one.base64)\n\(two.base64)\n"
  private static let header = "c2sp.org/tlog-proof@v1\n"
  private static let ourHeader = "keyway/tlog-consistency-proof@v1\n"

  static func note(_ origin: String = "example.com/log", size: Int64, lines: String = "") -> String
  {
    "\(origin)\n\(size)\n\(one.base64)\n\(lines)\n— \(origin) AAAAAAE=\n— other AAAAAQE=\n"
  }

  static func inclusion(extra: String = "", index: String = "index 5\n", rest: String? = nil)
    -> String
  {
    header + extra + index + hashes + (rest ?? "\n" + note(size: 8))
  }

  static func consistency(old: String, new: String) -> String {
    ourHeader + hashes + "\n" + old + "\n" + new
  }

  static let inclusionRefusals: [LogTextRefusal] = [
    LogTextRefusal("", .lineEnd, 1),
    LogTextRefusal("\n", .header, 1),
    LogTextRefusal("c2sp.org/tlog-proof@v2\n" + inclusion().dropFirst(23), .header, 1),
    LogTextRefusal(" " + inclusion(), .header, 1),
    LogTextRefusal(consistency(old: note(size: 6), new: note(size: 8)), .header, 1),
    LogTextRefusal(header, .index, 2),
    LogTextRefusal(header + "\n" + note(size: 8), .index, 2),
    LogTextRefusal(inclusion(index: ""), .index, 2),
    LogTextRefusal(inclusion(index: "index\n"), .index, 2),
    LogTextRefusal(inclusion(index: "index \n"), .index, 2),
    LogTextRefusal(inclusion(index: "index -5\n"), .index, 2),
    LogTextRefusal(inclusion(index: "index 05\n"), .index, 2),
    LogTextRefusal(inclusion(index: "index 5 \n"), .index, 2),
    LogTextRefusal(inclusion(index: "Index 5\n"), .index, 2),
    LogTextRefusal(inclusion(index: "index 9223372036854775808\n"), .index, 2),
    LogTextRefusal(inclusion(index: "index 8\n"), .index, 2),
    LogTextRefusal(inclusion(extra: "extra AAEC\n", index: "index 8\n"), .index, 3),
    LogTextRefusal(inclusion(extra: "extra AAE\n"), .extra, 2),
    LogTextRefusal(inclusion(extra: "extra AAEC\nextra AAEC\n"), .index, 3),
    LogTextRefusal(inclusion(extra: "extra\n"), .index, 2),
    LogTextRefusal(inclusion(index: "index 5\nextra AAEC\n"), .hash, 3),
    LogTextRefusal(inclusion(rest: note(size: 8)), .hash, 5),
    LogTextRefusal(inclusion(rest: "AAEC\n\n" + note(size: 8)), .hash, 5),
    LogTextRefusal(inclusion(rest: ""), .noText, 5),
    LogTextRefusal(
      inclusion(rest: String(repeating: one.base64 + "\n", count: 63)), .tooManyHashes, 67),
    LogTextRefusal(inclusion(rest: "\n"), .noText, 6),
    LogTextRefusal(inclusion(rest: "\n\n" + note(size: 8)), .origin, 6),
    LogTextRefusal(inclusion(rest: "\n" + note(size: 8) + "\n"), .noSignature, 13),
    LogTextRefusal(inclusion(rest: "\na\n08\n\(one.base64)\n\n— a AAAAAAE=\n"), .size, 7),
    LogTextRefusal(inclusion(rest: "\na\n8\n\(one.base64)\n\n— a AAAA\n"), .signatureLine, 10),
    LogTextRefusal(inclusion(rest: "\na\n8\n\(one.base64)\n\n— a+ AAAAAAE=\n"), .keyName, 10),
    LogTextRefusal(inclusion() + "trailing", .lineEnd, 12),
    LogTextRefusal(inclusion() + "trailing\n", .signatureLine, 12),
    LogTextRefusal(inclusion().replacing("\n", with: "\r\n"), .controlCharacter, 1),
    LogTextRefusal(
      inclusion(extra: "extra \(String(repeating: "A", count: 2_000_000))\n"), .tooLong, nil),
  ]

  static let consistencyRefusals: [LogTextRefusal] = [
    LogTextRefusal("", .lineEnd, 1),
    LogTextRefusal(inclusion(), .header, 1),
    LogTextRefusal(ourHeader, .noText, 2),
    LogTextRefusal(ourHeader + "\n", .noText, 3),
    LogTextRefusal(ourHeader + "index 5\n" + hashes, .hash, 2),
    LogTextRefusal(ourHeader + hashes + "\n" + note(size: 8), .noText, 5),
    LogTextRefusal(ourHeader + hashes + "\n" + note(size: 8) + "\n", .noText, 12),
    LogTextRefusal(ourHeader + hashes + "\n" + note(size: 6) + note(size: 8), .signatureLine, 11),
    LogTextRefusal(consistency(old: note(size: 6), new: "\n" + note(size: 8)), .origin, 12),
    LogTextRefusal(consistency(old: note(size: 6) + "\n", new: note(size: 8)), .origin, 12),
    LogTextRefusal(consistency(old: "\n" + note(size: 6), new: note(size: 8)), .origin, 5),
    LogTextRefusal(
      consistency(old: note(size: 6), new: note(size: 8) + "\n" + note(size: 9)), .extensionLine,
      15),
    LogTextRefusal(consistency(old: note(size: 6), new: note(size: 8) + "\n"), .noSignature, 19),
    LogTextRefusal(consistency(old: note(size: -6), new: note(size: 8)), .size, 6),
    LogTextRefusal(consistency(old: note(size: 6), new: note(size: -8)), .size, 13),
    LogTextRefusal(consistency(old: note(size: 8), new: note(size: 6)), .size, nil),
    LogTextRefusal(consistency(old: note("b", size: 6), new: note(size: 8)), .origin, nil),
    LogTextRefusal(
      consistency(old: note("caf\u{e9}", size: 6), new: note("cafe\u{301}", size: 8)), .origin, nil),
  ]
}
