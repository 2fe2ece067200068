import KeywayCore
import Testing

@Suite struct EntryBundleTests {
  @Test func `each entry stands behind its length in two bytes, the higher first`() throws {
    var bundle = EntryBundle()
    #expect(bundle.bytes == [])
    let (short, long) = ([0x61, 0x62] as [UInt8], [UInt8](repeating: 7, count: 0x1234))
    try bundle.append(short.span)
    try bundle.append([UInt8]().span)
    try bundle.append(long.span)
    #expect(bundle.bytes == [0, 2, 0x61, 0x62, 0, 0, 0x12, 0x34] + long)
  }

  @Test func `the longest entry fits, a longer one is refused and changes nothing`() throws {
    var bundle = EntryBundle()
    let longest = [UInt8](repeating: 7, count: 65_535)
    try bundle.append(longest.span)
    #expect(bundle.bytes == [0xff, 0xff] + longest)
    let before = bundle
    let tooLong = longest + [7]
    let error = #expect(throws: LogTextError.self) { try bundle.append(tooLong.span) }
    #expect(error?.code == .entry && bundle == before)
  }
}
