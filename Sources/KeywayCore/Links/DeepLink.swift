/// A link that passed every check of the router, by its place in the bytes that were parsed.
package struct DeepLink: Hashable, Sendable {
  /// How the link was written; raw values are printed and never change.
  package enum Form: String, Sendable, CaseIterable {
    case bare, custom, universal
  }

  /// What the link asks for; raw values are printed and never change.
  package enum Command: String, Sendable, CaseIterable {
    /// The id names a key.
    case unlock
    /// The id names an action.
    case open
  }

  /// `bare` and `universal` links always have the command `unlock`.
  package let form: Form
  /// Tells which registry, keys or actions, the id is looked up in.
  package let command: Command
  /// Byte offsets of the id within the parsed link, half-open, 1 to 64 bytes.
  package let id: Range<Int>
  /// Whether any of `exp`, `kid`, `n` and `sig` is there; says nothing about the signature's worth.
  package let isSigned: Bool

  /// The text of the id; `link` is what was parsed, other bytes give other text but never trap.
  package func id(in link: Span<UInt8>) -> String {
    let bytes = link.extracting(id.clamped(to: link.indices))
    guard let text = try? UTF8Span(validating: bytes) else { return "" }
    return String(copying: text)
  }

  /// The tracker keys that were ignored, one for each time that it stands in `link`, in its order.
  package func droppedTrackers(in link: Span<UInt8>) -> [String] {
    var trackers: [String] = []
    guard form == .universal else { return trackers }
    var position = id.clamped(to: link.indices).upperBound
    while position < link.count {
      let (name, end) = LinkQuery.parameter(in: link, after: position)
      if let key = LinkQueryKey(packed: name), !key.isOwn { trackers.append(key.rawValue) }
      position = end
    }
    return trackers
  }
}
