import KeywayCore
import Testing

@Suite struct JSONWriterTests {
  @Test func `appends each kind of value and starts again in the same buffer`() throws {
    var writer = JSONWriter()
    for _ in 0..<2 {
      writer.removeAll()
      writer.raw(#"{"at":"#)
      writer.timestamp(Timestamp(milliseconds: 1_772_438_340_007))
      writer.raw(#","id":"#)
      writer.id("front-door")
      writer.raw(#","n":"#)
      writer.integer(-42)
      writer.raw(#","none":"#)
      writer.string(nil)
      writer.raw(#","ok":"#)
      writer.bool(true)
      writer.raw(#","s":"#)
      writer.string("a\"\n\u{1}é")
      writer.raw(#","v":"#)
      writer.value(.object(["b": .real(0.5), "a": .null]))
      writer.raw(Array("}".utf8))
    }
    let expected =
      #"{"at":"2026-03-02T07:59:00.007Z","id":"front-door","n":-42,"none":null,"ok":true,"#
      + #""s":"a\"\n\u0001é","v":{"a":null,"b":0.5}}"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    #expect(CanonicalJSON.bytes(of: try JSONValue(parsing: writer.bytes.span)) == writer.bytes)
  }
}
