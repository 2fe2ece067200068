import KeywayHTTP
import Testing

@Suite struct HTTPHeadersTests {
  @Test func `names are looked up whatever the case of their letters`() {
    let headers: HTTPHeaders = ["Content-Type": "a", "X": "b", "content-type": "c"]
    #expect(headers["CONTENT-type"] == "a")
    #expect(headers.all("Content-Type") == ["a", "c"])
    #expect(headers["Content_Type"] == nil && headers["[ontent-Type"] == nil)
  }
}
