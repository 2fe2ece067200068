import Testing

/// What `key show --at` says of the seeded registry after some commands.
struct Explanation: Sendable, CustomTestStringConvertible {
  var before: [[String]] = []
  let words: [String]
  /// The members of `decision`, in canonical JSON.
  let decision: String
  var testDescription: String { words.joined(separator: " ") }

  private static let clock = #""localTime":"2026-03-02T07:59:00+09:00""#

  static let all = [
    Self(
      words: ["k1", "--at", "2026-03-02T07:59"], decision: #"{\#(clock),"outcome":"granted"}"#),
    Self(
      words: ["k1", "--at", "2026-03-01T22:59:00Z"], decision: #"{\#(clock),"outcome":"granted"}"#
    ),
    Self(
      words: ["k2", "--at", "2026-03-02T07:59"], decision: #"{\#(clock),"outcome":"granted"}"#),
    Self(
      words: ["k2", "--at", "2026-03-02T07:59", "--device", "phone-2"],
      decision:
        #"{\#(clock),"never":"wrong_holder","outcome":"denied","reason":"wrong_holder","rule":"key.holder"}"#
    ),
    Self(
      words: ["gone", "--at", "2026-03-02T07:59"],
      decision:
        #"{\#(clock),"never":"revoked","outcome":"denied","reason":"revoked","rule":"key.state"}"#),
    Self(
      before: [["holder", "suspend", "h1"]], words: ["k2", "--at", "2026-03-02T07:59"],
      decision:
        #"{"detail":"holder",\#(clock),"never":"suspended","outcome":"denied","reason":"suspended","#
        + #""rule":"holder.state"}"#),
    Self(
      before: [["device", "suspend", "phone-1"]],
      words: ["k2", "--at", "2026-03-02T07:59", "--device", "phone-1"],
      decision:
        #"{"detail":"device",\#(clock),"never":"suspended","outcome":"denied","reason":"suspended","#
        + #""rule":"device.state"}"#),
    Self(
      before: [["key", "edit", "k1", "--valid-from", "2026-03-02T08:00"]],
      words: ["k1", "--at", "2026-03-02 07:59"],
      decision: #"{\#(clock),"nextValid":"2026-03-01T23:00:00.000Z","outcome":"denied","#
        + #""reason":"not_yet_valid","rule":"key.validFrom"}"#),
    Self(
      before: [["key", "edit", "k1", "--valid-until", "2026-03-02T07:59"]],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision:
        #"{\#(clock),"never":"expired","outcome":"denied","reason":"expired","rule":"key.validUntil"}"#
    ),
    Self(
      before: [["door", "mode", "locked_down", "front"]],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision:
        #"{\#(clock),"never":"door_locked_down","outcome":"denied","reason":"door_locked_down","rule":"door.mode"}"#
    ),
    Self(
      before: [["key", "edit", "k1", "--days", "mon-sun"]],
      words: ["k1", "--at", "2026-03-02T07:59"], decision: #"{\#(clock),"outcome":"granted"}"#),
    Self(
      before: [["key", "edit", "k1", "--days", "mon-fri", "--hours", "08:00-18:00"]],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision: #"{\#(clock),"nextValid":"2026-03-01T23:00:00.000Z","outcome":"denied","#
        + #""reason":"outside_hours","rule":"key.schedule"}"#),
    Self(
      before: [["key", "edit", "k1", "--days", "tue", "--hours", "08:00-18:00"]],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision: #"{\#(clock),"nextValid":"2026-03-02T23:00:00.000Z","outcome":"denied","#
        + #""reason":"wrong_day","rule":"key.schedule"}"#),
    Self(
      before: [
        ["key", "edit", "k1", "--days", "mon", "--hours", "07:00-08:00"],
        ["door", "edit", "front", "--exceptions", "2026-03-02"],
      ],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision: #"{\#(clock),"nextValid":"2026-03-08T22:00:00.000Z","outcome":"denied","#
        + #""reason":"wrong_day","rule":"door.exceptions"}"#),
    Self(
      before: [
        [
          "key", "edit", "k1", "--days", "tue", "--hours", "08:00-18:00", "--valid-until",
          "2026-03-03T08:00",
        ]
      ],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision: #"{\#(clock),"never":"expired","outcome":"denied","#
        + #""reason":"wrong_day","rule":"key.schedule"}"#),
    Self(
      before: [
        ["key", "edit", "k1", "--days", "tue", "--hours", "08:00-18:00"],
        ["door", "mode", "locked_down", "front"],
      ],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision: #"{\#(clock),"never":"door_locked_down","outcome":"denied","#
        + #""reason":"wrong_day","rule":"key.schedule"}"#),
    Self(
      before: [["door", "edit", "front", "--confirm", "always"]],
      words: ["k1", "--at", "2026-03-02T07:59"],
      decision: #"{\#(clock),"never":"confirmation_required","outcome":"denied","#
        + #""reason":"confirmation_required","#
        + #""rule":"door.confirm"}"#),
    Self(
      before: [["device", "remove", "phone-1"]],
      words: ["k1", "--at", "2026-03-02T07:59", "--device", "phone-1"],
      decision:
        #"{"detail":"device",\#(clock),"never":"revoked","outcome":"denied","reason":"revoked","#
        + #""rule":"device.id"}"#),
  ]
}
