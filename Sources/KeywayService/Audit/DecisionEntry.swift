import KeywayCore
import KeywayCrypto
import KeywayStore

/// The log's entry of a decision. People and phones stand in it by pseudonym only.
struct DecisionEntry {
  let tap: TapRequest
  let target: TapTarget
  let answer: TapAnswer
  /// Nil when the tap names no device, or one that nobody knows.
  let device: DeviceFacts?
  let now: Timestamp
  /// The bytes under which texts are hashed.
  let secret: [UInt8]

  /// Writes the entry as canonical JSON: the members stand in the order of RFC 8785.
  func write(_ sequence: Int64, to writer: inout JSONWriter) {
    writer.raw("{\"at\":")
    writer.timestamp(now)
    writer.raw(",\"channel\":")
    writer.id(tap.channel.rawValue)
    if let command = answer.command {
      writer.raw(",\"command\":")
      writer.id(command.text)
    }
    if tap.isConfirmed { writer.raw(",\"confirmed\":true") }
    writeSubject(to: &writer)
    writer.raw(",\"kind\":\"decision\"")
    writeText(to: &writer)
    if let version = tap.listVersion {
      writer.raw(",\"list\":")
      writer.integer(version)
    }
    writeOutcome(to: &writer)
    writer.raw(",\"seq\":")
    writer.integer(sequence)
    writer.raw(",\"tap\":")
    writer.string(loggedTap)
    if tap.tappedAt != now {
      writer.raw(",\"tappedAt\":")
      writer.timestamp(tap.tappedAt)
    }
    writer.raw(",\"v\":1}")
  }

  /// The start of a link or type that names nothing known, up to 256 bytes and to `?`, `#` or `@`,
  /// with every byte outside 21 to 7E and the backslash as `\xHH`; nil for other taps.
  var rejectedStart: String? {
    if isKeyKnown || answer.decision.isBlind { return nil }
    let bytes =
      switch tap.payload {
      case .link(let bytes): bytes
      case .item(let type, _): Array(type.utf8)
      }
    let start = bytes.prefix(256).prefix { !"?#@".utf8.contains($0) }
    let hex = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in start {
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `detail`, `device`, `door`, `form`, `holder`, `item` and `key`.
  private func writeSubject(to writer: inout JSONWriter) {
    if case .denied(let refusal) = answer.decision, let detail = refusal.detail {
      writer.raw(",\"detail\":")
      writer.id(detail.text)
    }
    if tap.device != nil {
      writer.raw(",\"device\":")
      if let pseudonym { writer.id(pseudonym) } else { writer.raw("null") }
    }
    if let door = answer.door {
      writer.raw(",\"door\":")
      writer.id(door)
    }
    if let form = target.form {
      writer.raw(",\"form\":\"")
      writer.raw(form)
      writer.raw("\"")
    }
    if let holder = device?.holderPseudonym {
      writer.raw(",\"holder\":")
      writer.id(holder)
    }
    if !isKeyKnown, !answer.decision.isBlind, case .item(let type, _) = tap.payload {
      writeHash(of: Array(type.utf8), as: ",\"item\":", to: &writer)
    }
    if let key = target.key, isKeyKnown, !answer.decision.isBlind {
      writer.raw(",\"key\":")
      writer.id(key.text)
    }
  }

  /// The length of a text that names nothing known, and `link` when it is one.
  private func writeText(to writer: inout JSONWriter) {
    guard !isKeyKnown, !answer.decision.isBlind else { return }
    writer.raw(",\"length\":")
    switch tap.payload {
    case .item(let type, _):
      writer.integer(Int64(type.utf8.count))
    case .link(let link):
      writer.integer(Int64(link.count))
      writeHash(of: link, as: ",\"link\":", to: &writer)
    }
  }

  private func writeHash(of bytes: [UInt8], as member: StaticString, to writer: inout JSONWriter) {
    writer.raw(member)
    writer.raw("{\"hmac\":")
    writer.id(HMACSHA256(key: secret.span).code(for: bytes.span).hex)
    writer.raw("}")
  }

  /// `outcome`, `reason` and `rule`.
  private func writeOutcome(to writer: inout JSONWriter) {
    writer.raw(",\"outcome\":")
    writer.id(answer.decision.outcome)
    if case .denied(let refusal) = answer.decision {
      writer.raw(",\"reason\":")
      writer.id(refusal.reason.rawValue)
      if let rule = answer.rule {
        writer.raw(",\"rule\":\"")
        writer.raw(rule)
        writer.raw("\"")
      }
    }
  }

  /// The device's; nil where nobody knows it, and where it was erased: the row that is left of it has
  /// its id, and the key that it taps has entries from before.
  private var pseudonym: String? {
    device.flatMap { $0.isForgotten ? nil : $0.pseudonym }
  }

  /// Whether the tap names a key, or a door in place of one: any other text may be a person's name,
  /// or the id of somebody's phone.
  private var isKeyKnown: Bool {
    answer.key != nil || answer.decision == .denied(Refusal(.unknownKey, .doorID))
  }

  /// The tap's id; one as an inbox makes them, `<device>-<milliseconds>-<n>`, has the device's
  /// pseudonym in place of the device, whoever sent it, and `unknown` where nobody knows the device.
  private var loggedTap: String {
    let id = tap.tap.id
    let parts = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isInboxName =
      parts.count >= 3 && parts[parts.count - 2].count >= 12
      && parts.suffix(2).allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 &- 0x30 < 10 } }
    if isInboxName {
      return (pseudonym ?? "unknown")
        + parts.suffix(2).map { "-" + String(decoding: $0, as: UTF8.self) }.joined()
    }
    guard let named = tap.device, id.utf8.starts(with: named.utf8) else { return id }
    return (pseudonym ?? "unknown")
      + String(decoding: id.utf8.dropFirst(named.utf8.count), as: UTF8.self)
  }
}
