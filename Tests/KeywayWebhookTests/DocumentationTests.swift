import Foundation
import KeywayCore
import Testing

@testable import KeywayWebhook

@Suite struct DocumentationTests {
  @Test func `the example in the documentation is what a service gets`() throws {
    let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/KeywayWebhook/Documentation.docc/Webhook.md")
    let page = try String(contentsOf: place, encoding: .utf8)
    let request = WebhookRequest(try TestHouse.command())
    let lines = request.headers(secret: Array(TestHouse.secret.utf8).span)
    let signature = try #require(lines.first { $0.hasPrefix("Keyway-Signature: ") })
    // Computed with `openssl dgst -sha256 -hmac`.
    #expect(
      signature == "Keyway-Signature: v1="
        + "5a5d02c9bf2d85ffc20b365bd4db524c514ddfdb1bbb4d108d7d07c65b7e37e8")
    #expect(page.contains("\n\(signature)\n"))
    #expect(page.contains("\n\(String(decoding: request.body, as: UTF8.self))\n"))
    #expect(page.contains("`\(TestHouse.secret)`"))
    for member in WebhookLockSettings.members { #expect(page.contains("| `\(member)` |")) }
    for state in LockState.allCases { #expect(page.contains("`\(state.rawValue)`")) }
  }
}
