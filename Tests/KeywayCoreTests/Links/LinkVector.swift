import Foundation
import Testing

/// A row of url-cases.tsv with its input decoded to bytes.
struct LinkVector: Sendable, CustomTestStringConvertible {
  let id: String
  let input: [UInt8]
  /// The id that the link resolves to, or nil when it is refused.
  let resolved: String?
  /// A reason code, or `ok`.
  let reason: String

  var testDescription: String { id }

  /// Every row of the table; empty, which a test refuses, when the file cannot be read.
  static let all: [LinkVector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "url-cases.tsv")
    let table = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return table.split(separator: "\n").dropFirst().map(LinkVector.init)
  }()

  init(row: Substring) {
    let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
    id = String(columns[0])
    input = Self.decoded(columns[1])
    let decision = columns[2].split(separator: " ")
    resolved =
      decision[0] == "resolve" ? String(decoding: Self.decoded(decision[1]), as: UTF8.self) : nil
    reason = String(columns[3])
  }

  /// `\u{HEX}` is a scalar, a lone surrogate its three bytes; `\x{HH}` a byte; `\rep{TEXT}{N}` and,
  /// in decisions, `TEXT{N}` repeat; `\empty` is nothing.
  static func decoded(_ notation: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = notation
    while !rest.isEmpty {
      if let match = rest.prefixMatch(of: /\\u\{([0-9A-F]+)\}/) {
        bytes += utf8(of: UInt32(match.1, radix: 16) ?? 0)
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /\\x\{([0-9A-F]{2})\}/) {
        bytes.append(UInt8(match.1, radix: 16) ?? 0)
        rest = rest[match.range.upperBound...]
      } else if let match = rest.prefixMatch(of: /(?:\\rep\{([^}]*)\}|(.))\{([0-9]+)\}/) {
        let text = Array((match.1 ?? match.2 ?? "").utf8)
        for _ in 0..<(Int(match.3) ?? 0) { bytes += text }
        rest = rest[match.range.upperBound...]
      } else if rest.hasPrefix("\\empty") {
        rest = rest.dropFirst(6)
      } else {
        bytes += Array(String(rest.removeFirst()).utf8)
      }
    }
    return bytes
  }

  private static func utf8(of value: UInt32) -> [UInt8] {
    if let scalar = Unicode.Scalar(value) { return Array(String(Character(scalar)).utf8) }
    return [
      UInt8(0xE0 | value >> 12), UInt8(0x80 | value >> 6 & 0x3F), UInt8(0x80 | value & 0x3F),
    ]
  }
}
