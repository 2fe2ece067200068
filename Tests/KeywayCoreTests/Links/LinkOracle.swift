/// The grammar once more, slowly, by cutting text at its delimiters: what the router is compared with.
struct LinkOracle: Sendable {
  var prefix = "xxx"
  var schemes: Set<String> = ["keyway"]
  var hosts: Set<String> = ["keyway.example"]

  private static let own: Set<Substring> = ["exp", "kid", "n", "sig"]
  private static let trackers: Set<Substring> = [
    "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_id", "gclid",
    "fbclid", "msclkid", "mc_cid", "mc_eid",
  ]
  private static let digits = Set("0123456789")
  private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
  private static let idStart = letters.union(digits)
  private static let idCharacters = idStart.union("-_")
  private static let schemeCharacters = idStart.union("+-.")
  private static let offenders: [String?] = (0...255).map { byte in
    if byte < 0x20 || byte == 0x7F { return "control_char" }
    if byte == 0x20 { return "whitespace" }
    if byte >= 0x80 { return "non_ascii" }
    if byte == 0x5C { return "backslash" }
    return [0x22, 0x3C, 0x3E, 0x5E, 0x60, 0x7B, 0x7C, 0x7D].contains(byte) ? "illegal_char" : nil
  }

  /// A reason code, or form, command, id, `signed` or `unsigned`, and the dropped trackers.
  func answer(_ link: [UInt8]) -> String {
    if link.isEmpty { return "empty_input" }
    if link.count > 2048 { return "too_long" }
    for byte in link { if let reason = Self.offenders[Int(byte)] { return reason } }
    let text = String(decoding: link, as: UTF8.self)
    let (beforeFragment, fragment) = cut(text[...], at: "#")
    let (hierarchy, query) = cut(beforeFragment, at: "?")
    let (head, _) = cut(hierarchy, at: "/")
    let (scheme, afterColon) = cut(head, at: ":")
    let answer: String
    if afterColon == nil {
      if head.contains("%") { return "percent_encoded" }
      let segments = hierarchy.split(separator: "/", omittingEmptySubsequences: false)
      guard segments.count > 1, segments[0] == prefix else { return "unknown_form" }
      answer = pathAnswer("bare unlock", Array(segments.dropFirst()), isWeb: false, query: query)
    } else {
      let rest = hierarchy.dropFirst(scheme.count + 1)
      answer = absoluteAnswer(scheme: scheme, rest: rest, query: query)
    }
    return answer.contains(" ") && fragment != nil ? "unexpected_fragment" : answer
  }

  private func absoluteAnswer(scheme: Substring, rest: Substring, query: Substring?) -> String {
    guard let first = scheme.first, Self.letters.contains(first),
      scheme.allSatisfy(Self.schemeCharacters.contains)
    else { return "bad_scheme" }
    let isWeb = scheme.lowercased() == "https"
    guard isWeb || schemes.contains(scheme.lowercased()) else { return "scheme_not_allowed" }
    guard rest.hasPrefix("//") else { return "no_authority" }
    let parts = rest.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
    let authority = parts[0].lowercased()
    if authority.contains("%") { return "percent_encoded" }
    if authority.contains("@") { return "userinfo" }
    if authority.first == "[" { return "host_mismatch" }
    if authority.contains(":") { return "port" }
    if authority.isEmpty { return "empty_host" }
    if isWeb, !hosts.contains(authority) { return "host_mismatch" }
    if !isWeb, authority != "unlock", authority != "open" { return "unknown_command" }
    let kind = isWeb ? "universal unlock" : "custom \(authority)"
    return pathAnswer(kind, Array(parts.dropFirst()), isWeb: isWeb, query: query)
  }

  private func pathAnswer(
    _ kind: String, _ segments: [Substring], isWeb: Bool, query: Substring?
  ) -> String {
    if segments.contains(where: { $0.contains("%") }) { return "percent_encoded" }
    let place = isWeb ? 1 : 0
    if segments.count <= place { return "missing_id" }
    if segments.contains(".") || segments.contains("..") { return "dot_segment" }
    if segments.dropLast().contains("") { return "empty_segment" }
    if isWeb, segments[0] != "u" { return "unknown_command" }
    let id = segments[place]
    if id.isEmpty { return "empty_id" }
    if segments.last == "" { return "trailing_slash" }
    if segments.count > place + 1 { return "extra_segment" }
    if id.count > 64 { return "id_too_long" }
    guard let first = id.first, Self.idStart.contains(first),
      id.allSatisfy(Self.idCharacters.contains)
    else { return "bad_id_char" }
    guard let query else { return "\(kind) \(id) unsigned" }
    return isWeb ? queryAnswer("\(kind) \(id)", query) : "unexpected_query"
  }

  private func queryAnswer(_ start: String, _ query: Substring) -> String {
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false).map {
      cut($0, at: "=")
    }
    let keys = pairs.map(\.0)
    if !keys.allSatisfy({ Self.own.contains($0) || Self.trackers.contains($0) }) {
      return "unexpected_query"
    }
    let ours = pairs.filter { Self.own.contains($0.0) }
    if Set(ours.map(\.0)).count < ours.count { return "duplicate_param" }
    if ours.contains(where: { $0.1?.contains("%") ?? false }) { return "percent_encoded" }
    let words = [start, ours.isEmpty ? "unsigned" : "signed"]
    let dropped = keys.filter(Self.trackers.contains).map(String.init)
    return (words + dropped).joined(separator: " ")
  }

  private func cut(_ text: Substring, at delimiter: Character) -> (Substring, Substring?) {
    guard let index = text.firstIndex(of: delimiter) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }
}
