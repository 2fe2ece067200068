import KeywayCore
import Testing

/// A text that a format of the log does not take, and the complaint it gets.
struct LogTextRefusal: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let code: LogTextError.Code
  let line: Int?

  init(_ text: String, _ code: LogTextError.Code, _ line: Int?) {
    self.init(Array(text.utf8), code, line)
  }

  init(_ bytes: [UInt8], _ code: LogTextError.Code, _ line: Int?) {
    self.bytes = bytes
    self.code = code
    self.line = line
  }

  var testDescription: String {
    "\(code.rawValue): \(String(decoding: bytes.prefix(240), as: UTF8.self).debugDescription)"
  }

  private static let text = NoteFixtures.text
  private static let peter = NoteFixtures.peter
  private static let signature = "AAAAAAE="

  static let notes: [Self] = [
    Self("", .lineEnd, 1),
    Self("\n", .noText, 1),
    Self(text, .noText, 1),
    Self("\n" + peter, .noText, 1),
    Self(text + peter, .noText, 1),
    Self(text + "\n", .noSignature, 4),
    Self(text + "\n" + peter + "\n", .noSignature, 6),
    Self(text + "\n" + peter.dropLast(), .lineEnd, 4),
    Self("\u{1}" + text + "\n" + peter, .controlCharacter, 1),
    Self("a\r\n\n" + peter, .controlCharacter, 1),
    Self("a\nb\t\n\n" + peter, .controlCharacter, 2),
    Self("a\n\n— x\u{0}y \(signature)\n", .controlCharacter, 3),
    Self([0xff] + Array((text + "\n" + peter).utf8), .notUTF8, 1),
    Self(Array("a\nb".utf8) + [0xc0, 0x80, 0x0a, 0x0a] + Array(peter.utf8), .notUTF8, 2),
    Self(text + "\n— Bad Name \(signature)\n", .signatureLine, 4),
    Self(text + "\n" + peter + "Unexpected line.\n", .signatureLine, 5),
    Self(text + "\n- PeterNeumann \(signature)\n", .signatureLine, 4),
    Self(text + "\n—PeterNeumann \(signature)\n", .signatureLine, 4),
    Self(text + "\n—  PeterNeumann \(signature)\n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann  \(signature)\n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann \(signature) \n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann\n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann \n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann AAAAAA==\n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann AAAAAAE\n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann AAAAAAF=\n", .signatureLine, 4),
    Self(text + "\n— PeterNeumann AAAA_AE=\n", .signatureLine, 4),
    Self(text + "\n—  \(signature)\n", .keyName, 4),
    Self(text + "\n— a+b \(signature)\n", .keyName, 4),
    Self(text + "\n— a\u{a0}b \(signature)\n", .keyName, 4),
    Self(text + "\n— a\u{2028}b \(signature)\n", .keyName, 4),
    Self(text + "\n— a\u{85}b \(signature)\n", .keyName, 4),
    Self(text + "\n" + String(repeating: peter, count: 101), .tooManySignatures, 104),
    Self(String(repeating: "a", count: 999_900) + "\n\n" + peter, .tooLong, nil),
  ]

  private static let root = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="

  static let checkpoints: [Self] = [
    Self("", .lineEnd, 1),
    Self("\n5\n\(root)\n", .origin, 1),
    Self("a\n", .size, 2),
    Self("a\n\n\(root)\n", .size, 2),
    Self("a\n05\n\(root)\n", .size, 2),
    Self("a\n+5\n\(root)\n", .size, 2),
    Self("a\n-5\n\(root)\n", .size, 2),
    Self("a\n5 \n\(root)\n", .size, 2),
    Self("a\n0x5\n\(root)\n", .size, 2),
    Self("a\n٥\n\(root)\n", .size, 2),
    Self("a\n9223372036854775808\n\(root)\n", .size, 2),
    Self("a\n99999999999999999999\n\(root)\n", .size, 2),
    Self("a\n5\n", .root, 3),
    Self("a\n5\n\n", .root, 3),
    Self("a\n5\n\(root.dropLast())\n", .root, 3),
    Self("a\n5\n\(root)=\n", .root, 3),
    Self("a\n5\n\(root) \n", .root, 3),
    Self("a\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n", .root, 3),
    Self("a\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2J=\n", .root, 3),
    Self("a\n5\nAAAA\(root)\n", .root, 3),
    Self("a\n5\n\(root)\n\n", .extensionLine, 4),
    Self("a\n5\n\(root)\nmore\n\nyet more\n", .extensionLine, 5),
    Self("a\r\n5\n\(root)\n", .controlCharacter, 1),
    Self("a\n5\n\(root)", .lineEnd, 3),
    Self([0x61, 0x0a, 0xff], .notUTF8, 2),
  ]
}
