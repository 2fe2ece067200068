import KeywayCore
import Testing

@Suite struct ShortcutSetBuilderTests {
  @Test func `static items come first, then the others by rank, name and id`() {
    let set = ShortcutSetBuilder.fixture(limit: .all).set(
      keys: [
        .fixture("k9", name: "B"), .fixture("k1", name: "B"), .fixture("k2", name: "a"),
        .fixture("k3", name: "Z", rank: -1),
      ],
      actions: [
        .fixture("late", rank: 9, isStatic: true), .fixture("dynamic", title: "A"),
        .fixture("early", rank: 1, isStatic: true),
      ])
    #expect(set.types == ["early", "late", "k3", "dynamic", "k1", "k9", "k2"])
    #expect(set.omitted.isEmpty)
  }

  @Test func `names sort by their bytes, not by what they look like`() {
    let set = ShortcutSetBuilder.fixture(limit: .all).set(
      keys: [
        .fixture("a", name: "\u{E9}"), .fixture("b", name: "e\u{301}"), .fixture("c", name: "z"),
        .fixture("d", name: "\u{10000}"), .fixture("e", name: "\u{FFFD}"), .fixture("f", name: ""),
      ], actions: [])
    #expect(set.types == ["f", "b", "c", "a", "e", "d"])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 9])
  func `the limit counts static items too`(_ limit: Int64) {
    let set = ShortcutSetBuilder.fixture(limit: .count(limit)).set(
      keys: [.fixture("k1"), .fixture("k2"), .fixture("k3")],
      actions: [.fixture("s1", isStatic: true), .fixture("s2", isStatic: true)])
    let all = ["s1", "s2", "k1", "k2", "k3"]
    #expect(set.types == Array(all.prefix(Int(limit))))
    #expect(set.omissions == all.dropFirst(Int(limit)).map { "\($0): beyond_limit" })
  }

  @Test func `an item that is omitted takes no room`() {
    let set = ShortcutSetBuilder.fixture(limit: .count(1)).set(
      keys: [.fixture("k1") { $0.state = .suspended }, .fixture("k2"), .fixture("k3")], actions: [])
    #expect(set.types == ["k2"])
    #expect(set.omissions == ["k1: suspended", "k3: beyond_limit"])
  }

  @Test(arguments: OmissionVector.all)
  func `a key that cannot open is omitted for the reason of a tap`(_ vector: OmissionVector) {
    let builder = ShortcutSetBuilder.fixture(device: vector.device, holder: vector.holder)
    let set = builder.set(
      keys: [.fixture("k", uses: vector.uses, edit: vector.edit)], actions: [])
    #expect(set.omissions == vector.reason.map { ["k: \($0.rawValue)"] } ?? [])
    #expect(set.types == (vector.reason == nil ? ["k"] : []))
  }

  @Test func `a removed action is omitted as revoked`() {
    let set = ShortcutSetBuilder.fixture().set(
      keys: [], actions: [.fixture("a", isStatic: true, isRemoved: true), .fixture("b")])
    #expect(set.types == ["b"])
    #expect(set.omissions == ["a: revoked"])
  }

  @Test(arguments: SubtitleVector.all)
  func `a subtitle is the site, a text or none`(_ vector: SubtitleVector) {
    let set = ShortcutSetBuilder.fixture().set(
      keys: [.fixture("k", site: vector.site) { $0.shortcut.subtitle = vector.subtitle }],
      actions: [])
    #expect(set.items.map(\.localizedSubtitle) == [vector.expected])
  }

  @Test func `a key without an icon has the one of all keys, an action has none`() {
    let set = ShortcutSetBuilder.fixture().set(
      keys: [
        .fixture("a"), .fixture("b") { $0.shortcut.icon = ShortcutIcon(type: .love) },
      ], actions: [.fixture("c")])
    let unlock = ShortcutIcon(
      systemImageName: "lock.open", templateImageName: "shortcut-unlock", type: .home)
    #expect(set.items.map(\.icon) == [unlock, ShortcutIcon(type: .love), nil])
    #expect(set.items.map(\.origin) == [.dynamic, .dynamic, .dynamic])
  }

  @Test func `the order of what is handed over does not matter`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var keys = (0..<12).map {
      ShortcutSetBuilder.Candidate.fixture("k\($0)", name: "n\($0 % 3)", rank: Int64($0 % 2))
    }
    var actions = (0..<6).map { Action.fixture("a\($0)", rank: 1, isStatic: $0 % 2 == 0) }
    let expected = ShortcutSetBuilder.fixture().set(keys: keys, actions: actions)
    for _ in 0..<50 {
      keys.shuffle(using: &generator)
      actions.shuffle(using: &generator)
      let set = ShortcutSetBuilder.fixture().set(keys: keys, actions: actions)
      #expect(set == expected, "seed \(seed)")
    }
  }
}

struct SubtitleVector: Sendable, CustomTestStringConvertible {
  let subtitle: KeyShortcut.Subtitle
  let site: String?
  let expected: String?

  var testDescription: String { "\(subtitle), site \(site ?? "none")" }

  static let all = [
    Self(subtitle: .site, site: "Home", expected: "Home"),
    Self(subtitle: .site, site: nil, expected: nil),
    Self(subtitle: .text("Back"), site: "Home", expected: "Back"),
    Self(subtitle: .text(""), site: "Home", expected: ""),
    Self(subtitle: .text(nil), site: "Home", expected: nil),
  ]
}

struct OmissionVector: Sendable, CustomTestStringConvertible {
  let name: String
  let reason: ShortcutSet.Omission?
  var device = Standing.active
  var holder = Standing.active
  var uses: Int64 = 0
  let edit: @Sendable (inout Key) -> Void

  init(
    _ name: String, _ reason: ShortcutSet.Omission?, device: Standing = .active,
    holder: Standing = .active, uses: Int64 = 0,
    edit: @escaping @Sendable (inout Key) -> Void = { _ in }
  ) {
    self.name = name
    self.reason = reason
    self.device = device
    self.holder = holder
    self.uses = uses
    self.edit = edit
  }

  var testDescription: String { name }

  static let all: [OmissionVector] = [
    Self("nothing", nil),
    Self("revoked", .revoked) { $0.state = .revoked },
    Self("suspended", .suspended) { $0.state = .suspended },
    Self("suspended device", .suspended, device: .suspended),
    Self("suspended holder", .suspended, holder: .suspended),
    Self("begins next", .notYetValid) { $0.validity = .from(.later, until: nil) },
    Self("begins now", nil) { $0.validity = .from(.decision, until: nil) },
    Self("ends now", .expired) { $0.validity = .from(nil, until: .decision) },
    Self("ends next", nil) { $0.validity = .from(nil, until: .later) },
    Self("one use left", nil, uses: 1) { $0.maxUses = 2 },
    Self("no use left", .usesExhausted, uses: 2) { $0.maxUses = 2 },
    Self("good for none", .usesExhausted) { $0.maxUses = 0 },
    Self("counted without a limit", nil, uses: 99),
    // The order of a tap's checks.
    Self("revoked on a suspended device", .revoked, device: .suspended) { $0.state = .revoked },
    Self("suspended and ended", .suspended) {
      $0.state = .suspended
      $0.validity = .from(nil, until: .decision)
    },
    Self("ended and used up", .expired, uses: 1) {
      $0.maxUses = 1
      $0.validity = .from(nil, until: .decision)
    },
  ]
}

extension ValidityPeriod {
  static func from(_ from: Timestamp?, until: Timestamp?) -> Self {
    Self(from: from, until: until) ?? .unbounded
  }
}
