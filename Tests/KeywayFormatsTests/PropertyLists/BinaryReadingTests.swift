import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct BinaryReadingTests {
  /// Puts objects together; references and offsets are single bytes.
  private static func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let table = UInt8(bytes.count)
    let zeros = [UInt8](repeating: 0, count: 7)
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + zeros + [UInt8(objects.count)] + zeros
      + [top] + zeros + [table]
  }

  private static func read(_ objects: [UInt8]...) throws -> PropertyList {
    try PropertyList(parsing: file(objects))
  }

  private static func bytes(_ number: Double) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) }
  }

  @Test func `every type is read`() throws {
    #expect(try Self.read([0x08]) == .boolean(false))
    #expect(try Self.read([0x09]) == .boolean(true))
    #expect(try Self.read([0x10, 0xFF]) == .integer(255))
    #expect(try Self.read([0x11, 0xFF, 0xFE]) == .integer(65534))
    #expect(try Self.read([0x12, 0xFF, 0xFF, 0xFF, 0xFF]) == .integer(4_294_967_295))
    #expect(
      try Self.read([0x13] + [UInt8](repeating: 0xFF, count: 8)) == .integer(-1))
    #expect(try Self.read([0x14] + [UInt8](repeating: 0xFF, count: 16)) == .integer(-1))
    #expect(
      try Self.read([0x14] + [UInt8](repeating: 0, count: 15) + [7]) == .integer(7))
    #expect(try Self.read([0x22, 0x3F, 0x80, 0, 0]) == .real(1))
    #expect(try Self.read([0x23] + Self.bytes(-2.5)) == .real(-2.5))
    #expect(try Self.read([0x42, 1, 2]) == .data([1, 2]))
    #expect(try Self.read([0x52] + "ab".utf8) == .string("ab"))
    #expect(try Self.read([0x62, 0xD8, 0x3D, 0xDD, 0x11]) == .string("🔑"))
    #expect(try Self.read([0xA2, 1, 1], [0x09]) == .array([.boolean(true), .boolean(true)]))
    #expect(
      try Self.read([0xD1, 1, 2], [0x51] + "k".utf8, [0x10, 7])
        == .dictionary(["k": .integer(7)]))
    #expect(
      try Self.read([0x5F, 0x10, 16] + Array(repeating: 0x61, count: 16))
        == .string(String(repeating: "a", count: 16)))
  }

  @Test func `dates are milliseconds, as near as a double can have them`() throws {
    for milliseconds in [0, 1, 999, 978_307_200_001, 1_772_323_200_123, 253_402_300_799_999] {
      let seconds = Double(milliseconds - 978_307_200_000) / 1000
      #expect(
        try Self.read([0x33] + Self.bytes(seconds))
          == .date(Timestamp(milliseconds: Int64(milliseconds))))
    }
  }

  @Test(arguments: refusals)
  func `what is wrong is refused at its byte`(_ refusal: Refusal) {
    let words = Refusal.words { () throws(FormatError) in
      _ = try PropertyList(parsing: refusal.bytes)
    }
    #expect(words?.hasPrefix(refusal.words) == true, "\(words ?? "was read")")
  }

  @Test(arguments: [
    ([0x14] + [UInt8](repeating: 1, count: 16), "the integer has more than 64 bits"),
    ([0x23] + bytes(.nan), "the real number has no value"),
    ([0x22, 0x7F, 0x80, 0, 0], "the real number has no value"),
    ([0x33] + bytes(-978_307_201), "the date is not in the years 1970 to 9999"),
    ([0x33] + bytes(0.0001), "the date is not in whole milliseconds"),
    ([0x33] + bytes(.infinity), "the real number has no value"),
    ([0x51, 0xC3], "the string is not ASCII"), ([0x61, 0xD8, 0x00], "the string has half"),
    ([0x80, 1], "a UID"), ([0xC1, 2], "a set"), ([0xB0], "a set"),
  ])
  func `a value that cannot be held is read around, and keeps its reason and byte`(
    _ object: [UInt8], _ words: String
  ) throws {
    let list = try Self.read([0xA2, 1, 2], object, [0x09])
    guard case .array(let values) = list, case .unreadable(let error)? = values.first else {
      Issue.record("\(list)")
      return
    }
    #expect(error.message.hasPrefix(words))
    #expect(error.place == .byte(11))
    #expect(values.dropFirst() == [.boolean(true)])
  }

  @Test func `a deep nest is refused, however the objects lie`() {
    // 600 arrays of one another's number, in references of two bytes.
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for number in 0..<600 {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += [0xA1, UInt8((number + 1) >> 8), UInt8((number + 1) & 0xFF)]
    }
    offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    bytes += [0x09]
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 2]
    for number in [601, 0, table] {
      bytes += [0, 0, 0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    let error = #expect(throws: FormatError.self) { try PropertyList(parsing: bytes) }
    #expect(error?.message == "more than 512 arrays and dictionaries inside one another")
  }

  @Test func `few objects that name one another often are refused`() {
    // Each array holds the next one fourteen times: fourteen to the fourteenth values.
    let objects = (0..<14).map { [0xAE] + [UInt8](repeating: UInt8($0 + 1), count: 14) } + [[0x09]]
    let error = #expect(throws: FormatError.self) {
      try PropertyList(parsing: Self.file(objects))
    }
    #expect(error?.message.hasPrefix("the objects name one another so often") == true)
  }

  @Test func `random changes and cuts never trap`() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed of the random binary lists: \(seed)")
    var dice = SeededGenerator(seed: seed)
    let good = Self.file([
      [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x51, 0x62], [0x61, 0x30, 0x42], [0xA2, 1, 7],
      [0x33] + Self.bytes(0), [0x13, 0, 0, 0, 0, 0, 0, 0, 1], [0x43, 1, 2, 3],
    ])
    _ = try PropertyList(parsing: good)
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        bytes[Int.random(in: 0..<bytes.count, using: &dice)] = UInt8.random(
          in: 0...255, using: &dice)
      }
      if Int.random(in: 0..<4, using: &dice) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
      }
      _ = try? PropertyList(parsing: bytes)
    }
    for count in good.indices { _ = try? PropertyList(parsing: Array(good[..<count])) }
  }

  static let refusals = [
    Refusal("bplist00", "byte 8: the file is cut off"),
    Refusal("bplist15abc", "byte 6: is a binary property list of another version"),
    Refusal(file([[0x00]]), "byte 8: the object 0x0 is of no known type"),
    Refusal(file([[0x80, 1]]), "byte 8: a UID"),
    Refusal(file([[0xC1, 1], [0x09]]), "byte 8: a set"),
    Refusal(file([[0xA1, 0]]), "byte 8: an object stands inside itself"),
    Refusal(file([[0xA1, 1], [0xA1, 0]]), "byte 8: an object stands inside itself"),
    Refusal(file([[0xA1, 9]]), "byte 9: there is no object of this number"),
    Refusal(file([[0xD1, 1, 1], [0x10, 1]]), "byte 9: a key is an integer"),
    Refusal(
      file([[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x09]]),
      "byte 10: the key 'a' stands twice"),
    Refusal(file([[0x51, 0xC3]]), "byte 8: the string is not ASCII"),
    Refusal(file([[0x61, 0xD8, 0x00]]), "byte 8: the string has half a character"),
    Refusal(file([[0xD1, 1, 2], [0x51, 0xC3], [0x09]]), "byte 11: the string is not ASCII"),
    Refusal(file([[0xC9, 1], [0x09]]), "byte 8: an object is longer than the file"),
    Refusal(file([[0x8F, 1]]), "byte 8: a UID is cut off"),
    Refusal(file([[0x5F, 0x13, 0xFF] + [UInt8](repeating: 0xFF, count: 7)]), "byte 8: the count"),
    Refusal(
      file([[0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]),
      "byte 8: an object is longer than the file"),
    Refusal(file([[0x14] + [UInt8](repeating: 1, count: 16)]), "byte 8: the integer has more"),
    Refusal(
      file([[0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)]),
      "byte 8: the integer has more"),
    Refusal(file([[0x13, 1]]), "byte 8: an integer is cut off"),
    Refusal(file([[0x23] + bytes(.nan)]), "byte 8: the real number has no value"),
    Refusal(file([[0x33] + bytes(.infinity)]), "byte 8: the real number has no value"),
    Refusal(file([[0x33] + bytes(0.0001)]), "byte 8: the date is not in whole milliseconds"),
    Refusal(file([[0x33] + bytes(-978_307_201)]), "byte 8: the date is not in the years"),
    Refusal(file([[0x33] + bytes(1e18)]), "byte 8: the date is not in"),
    Refusal(file([[0x09]], top: 3), "byte 10: the trailer does not fit"),
  ]
}
