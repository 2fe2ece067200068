import KeywayCore
import KeywayService
import Testing

@testable import KeywayWebhook

@Suite struct WebhookAnswerTests {
  private func answer(_ status: Int, _ body: String?) -> WebhookAnswer {
    WebhookAnswer(status: status, body: body.map { Array($0.utf8) })
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #""acknowledged""#, "acknowledged", #"{"outcome":null}"#,
    #"{"outcome":"done"}"#, #"{"outcome":"Acknowledged"}"#,
    #"{"outcome":"failed","outcome":"acknowledged"}"#,
    #"{"outcome":"acknowledged","outcome":"acknowledged"}"#,
    #"{"outcome":"acknowledged","detail":"jammed"}"#, #"{"outcome":"acknowledged","note":"x"}"#,
    #"{"outcome":"acknowledged"} x"#, #"{"outcome":"acknowledged""#,
    #"{"outcome":"acknowledged","state":"ajar"}"#, #"{"outcome":"acknowledged","state":null}"#,
    #"{"outcome":"acknowledged","battery":101}"#, #"{"outcome":"acknowledged","battery":-1}"#,
    #"{"outcome":"acknowledged","battery":"87"}"#, #"{"outcome":"acknowledged","battery":8.5}"#,
    #"{"outcome":"failed","detail":""}"#, #"{"outcome":"failed","detail":"Aoi is out"}"#,
    #"{"outcome":"failed","detail":7}"#, "\u{FEFF}{\"outcome\":\"acknowledged\"}",
  ])
  func `a body that is not exactly an answer confirms nothing`(_ body: String) {
    let answer = answer(200, body)
    #expect(answer.report == .unconfirmed)
    #expect(answer.observations(at: Timestamp(milliseconds: 0)).isEmpty)
  }

  @Test func `bytes that are not UTF-8 confirm nothing`() {
    let body = Array(#"{"outcome":"acknowledged"}"#.utf8) + [0xFF]
    #expect(WebhookAnswer(status: 200, body: body).report == .unconfirmed)
  }

  @Test(arguments: [
    (#" { "outcome" : "acknowledged" } "#, LockReport.acknowledged),
    (#"{"battery":100,"outcome":"acknowledged","state":"open"}"#, .acknowledged),
    (#"{"outcome":"failed"}"#, .failed(detail: "refused")),
    (#"{"outcome":"failed","detail":"late"}"#, .failed(detail: "late")),
  ])
  func `a body that is an answer says what came of it`(_ body: String, _ report: LockReport) {
    #expect(answer(200, body).report == report)
  }

  @Test(arguments: [
    (200, LockReport.unconfirmed), (201, .unconfirmed), (202, .unconfirmed), (204, .unconfirmed),
    (206, .unconfirmed), (300, .failed(detail: "redirected")), (303, .unconfirmed),
    (304, .failed(detail: "redirected")), (399, .failed(detail: "redirected")),
    (400, .failed(detail: "http_400")), (404, .failed(detail: "http_404")), (408, .unconfirmed),
    (409, .unconfirmed), (429, .failed(detail: "http_429")), (499, .failed(detail: "http_499")),
    (500, .unconfirmed), (503, .unconfirmed), (599, .unconfirmed), (600, .unconfirmed),
  ])
  func `without an answer in the body the status says what it can`(
    _ status: Int, _ report: LockReport
  ) {
    #expect(answer(status, nil).report == report)
    guard status != 200 else { return }
    #expect(answer(status, #"{"outcome":"acknowledged"}"#).report == report)
  }
}
