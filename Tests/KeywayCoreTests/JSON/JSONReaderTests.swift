import KeywayCore
import Testing

@Suite struct JSONReaderTests {
  @Test func `a document becomes its values, members in their order`() throws {
    let text = #" {"b" : [1, -2.50, true, false, null, "x\u00e9\ud83d\ude00\/"],"a":{}, "":[ ] } "#
    let value = try JSONValue(parsing: text.utf8.span)
    let list: JSONValue = .array([
      .integer(1), .real(-2.5), .bool(true), .bool(false), .null, .string("xé😀/"),
    ])
    #expect(value == .object(["b": list, "a": .object([:]), "": .array([])]))
    guard case .object(let object) = value else { return }
    #expect(object.members.map(\.key) == ["b", "a", ""])
    #expect(object["b"] == list)
    #expect(object["c"] == nil)
  }

  @Test(arguments: JSONRefusal.all)
  func `refuses what is not strict JSON and says where`(_ refusal: JSONRefusal) throws {
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: refusal.bytes.span) }
    #expect(error.line == refusal.line)
    #expect(error.column == refusal.column)
    #expect(error.message == refusal.message)
  }

  @Test(arguments: JSONNumber.all)
  func `a number is an integer unless it has a point or an exponent`(_ number: JSONNumber) throws {
    #expect(try JSONValue(parsing: number.text.utf8.span) == number.value)
  }

  @Test func `64 levels of nesting are read and 65 are not`() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let inner = open == "[" ? "" : "0"
      let fits = String(repeating: open, count: 64) + inner + String(repeating: close, count: 64)
      _ = try JSONValue(parsing: fits.utf8.span)
      let deep = String(repeating: open, count: 100_000)
      let error = try #require(throws: JSONError.self) { try JSONValue(parsing: deep.utf8.span) }
      #expect(error.offset == 64 * open.utf8.count)
    }
  }

  @Test func `a repeated name is found among few members and among many`() throws {
    for count in [1, 2, 15, 16, 17, 18, 40, 1000] {
      let names = (0..<count).map { #""n\#($0)":0"# }
      _ = try JSONValue(parsing: "{\(names.joined(separator: ","))}".utf8.span)
      for again in [0, count / 2, count - 1] {
        let text = "{\((names + [#""n\#(again)":1"#]).joined(separator: ","))}"
        let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text.utf8.span) }
        #expect(error.message == #"the member "n\#(again)" stands twice"#)
      }
    }
  }

  @Test func `names that only look alike are different members`() throws {
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8.span)
    guard case .object(let object) = value else { return }
    #expect(object["\u{E9}"] == .integer(1))
    #expect(object["e\u{301}"] == .integer(2))
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test func `objects are equal and hash alike whatever the order of their members`() {
    let one: JSONObject = [
      "a": .integer(1), "b": .integer(2), "\u{10000}": .integer(3), "\u{FFFF}": .integer(4),
    ]
    let other: JSONObject = [
      "\u{FFFF}": .integer(4), "b": .integer(2), "\u{10000}": .integer(3), "a": .integer(1),
    ]
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(
      one != [
        "a": .integer(2), "b": .integer(1), "\u{10000}": .integer(3), "\u{FFFF}": .integer(4),
      ])
    #expect(one != ["a": .integer(1), "b": .integer(2)])
  }

  @Test func `setting keeps the place of a member and nil removes it`() {
    var object: JSONObject = ["a": .integer(1), "b": .integer(2)]
    object["a"] = .integer(3)
    object["c"] = .integer(4)
    object["b"] = nil
    object["d"] = nil
    #expect(object.members.map(\.key) == ["a", "c"])
    #expect(object["a"] == .integer(3))
  }

  @Test func `no bytes trap`() {
    var generator = SeededGenerator(seed: 11)
    let alphabet =
      Array(#"{}[]":,\u0dD8eE+-.1trufalsn \#n"#.utf8) + [0, 0x1F, 0xC3, 0xA9, 0xED, 0xFF]
    for _ in 0..<100_000 {
      let count = Int.random(in: 0..<24, using: &generator)
      let soup = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      _ = try? JSONValue(parsing: soup.span)
    }
  }

  @Test func `no truncated or altered document traps and a cut one is refused`() {
    let seed: UInt64 = 12
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let document = CanonicalJSON.bytes(of: .array([RandomJSON.value(using: &generator)]))
      for end in 0..<min(document.count, 400) {
        #expect(throws: JSONError.self, "seed \(seed), round \(round), cut at \(end)") {
          try JSONValue(parsing: document.span.extracting(..<end))
        }
      }
      for _ in 0..<20 {
        var altered = document
        altered[Int.random(in: 0..<altered.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
        _ = try? JSONValue(parsing: altered.span)
      }
    }
  }
}
