import KeywayCore
import Testing

@Suite struct ShortcutSetWritingTests {
  @Test func `what is written is the canonical JSON of the set`() throws {
    var dice = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0 ... .max, using: &dice)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let set = Self.set(&generator)
      var writer = JSONWriter()
      set.appendStored(to: &writer)
      #expect(writer.bytes == CanonicalJSON.bytes(of: .object(set.stored)), "seed \(seed)")
      writer.removeAll()
      set.appendItems(to: &writer, listVersion: 12)
      let items = set.items.map { JSONValue.object($0.json(listVersion: 12)) }
      #expect(writer.bytes == CanonicalJSON.bytes(of: .array(items)), "seed \(seed)")
    }
  }

  private static func set(_ dice: inout SeededGenerator) -> ShortcutSet {
    let texts = ["", "Front", "\"\\\n", "正面\u{202E}玄関", "</x>", "🚪\u{1}", "zz"]
    func text() -> String { texts.randomElement(using: &dice) ?? "" }
    func maybe<T>(_ value: T) -> T? { Bool.random(using: &dice) ? value : nil }
    let items = (0..<Int.random(in: 0...5, using: &dice)).map { _ in
      var info: JSONObject = [:]
      for key in ["a", "keyway.m", "鍵", "\u{FFFF}", "🚪"] where Bool.random(using: &dice) {
        info[key] = [.string(text()), .integer(7), .real(0.5), .bool(true)]
          .randomElement(using: &dice)
      }
      let icon = ShortcutIcon(
        systemImageName: maybe(text()), templateImageName: maybe(text()), type: maybe(.home))
      return ShortcutItem(
        type: text(), localizedTitle: text(), localizedSubtitle: maybe(text()), icon: maybe(icon),
        userInfo: UserInfo(normalised: info), targetContentIdentifier: maybe(text()),
        origin: Bool.random(using: &dice) ? .static : .dynamic)
    }
    let omitted = ShortcutSet.Omission.allCases.shuffled(using: &dice).prefix(2).map {
      ShortcutSet.Omitted(type: text(), reason: $0)
    }
    return ShortcutSet(items: items, omitted: Array(omitted))
  }
}
