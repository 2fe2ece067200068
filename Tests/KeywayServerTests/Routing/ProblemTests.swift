import KeywayHTTP
import Testing

@testable import KeywayServer

@Suite struct ProblemTests {
  @Test func `a problem says when to come again`() {
    let response = Problem(429, "throttled", "too many", retryAfter: 7).response
    #expect(response.status == 429)
    #expect(response.headers["Retry-After"] == "7")
    #expect(response.headers["Content-Type"] == "application/problem+json")
  }
}
