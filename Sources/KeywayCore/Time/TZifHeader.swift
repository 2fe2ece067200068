/// The fixed part before each block of a TZif file; RFC 9636, section 3.1.
struct TZifHeader {
  private static var size: Int { 44 }

  /// 0 for version 1, otherwise the version itself.
  let version: Int
  /// Where the block after the header begins.
  let start: Int
  let universalCount: Int
  let standardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let characterCount: Int

  init(parsing bytes: Span<UInt8>, at offset: Int) throws(TimeZoneRulesError) {
    guard offset <= bytes.count, bytes.count - offset >= Self.size else {
      throw offset == 0 ? .notTZif : .truncated
    }
    let magic = "TZif".utf8
    guard zip(magic, offset..<offset + 4).allSatisfy({ $0 == bytes[$1] }) else { throw .notTZif }
    switch bytes[offset + 4] {
    case 0: version = 0
    case UInt8(ascii: "2")...UInt8(ascii: "9"): version = Int(bytes[offset + 4]) - 0x30
    default: throw .version
    }
    start = offset + Self.size
    universalCount = Self.count(bytes, at: offset + 20)
    standardCount = Self.count(bytes, at: offset + 24)
    leapCount = Self.count(bytes, at: offset + 28)
    timeCount = Self.count(bytes, at: offset + 32)
    typeCount = Self.count(bytes, at: offset + 36)
    characterCount = Self.count(bytes, at: offset + 40)
    guard 1...256 ~= typeCount, characterCount > 0,
      universalCount == 0 || universalCount == typeCount,
      standardCount == 0 || standardCount == typeCount
    else { throw .counts }
  }

  /// Where the block ends, by the counts alone; may lie beyond the file.
  func end(timeSize: Int) -> Int {
    start + timeCount * (timeSize + 1) + typeCount * 6 + characterCount
      + leapCount * (timeSize + 4) + standardCount + universalCount
  }

  private static func count(_ bytes: Span<UInt8>, at start: Int) -> Int {
    var value = 0
    for index in start..<start + 4 { value = value << 8 | Int(bytes[index]) }
    return value
  }
}
