import KeywayCore
import Testing

@Suite struct WebhookLockSettingsTests {
  private func settings(_ members: [String: String]) throws -> WebhookLockSettings {
    var object: JSONObject = ["driver": .string("webhook")]
    for (name, value) in ["url": "https://a.example/", "secretFile": "/s"].merging(
      members, uniquingKeysWith: { $1 }) where !value.isEmpty
    {
      object[name] = .string(value)
    }
    return try WebhookLockSettings(object)
  }

  @Test func `what is not said is verified, public, and unlocks and locks`() throws {
    let settings = try settings([:])
    #expect(settings.url.text == "https://a.example/")
    #expect(settings.url.isEncrypted)
    #expect(settings.secretFile == "/s")
    #expect(settings.caFile == nil)
    #expect(!settings.allowsPrivate)
    #expect(settings.verbs == [.unlock, .lock])
    #expect(!settings.reports)
  }

  @Test func `every member is read`() throws {
    let settings = try settings([
      "url": "https://[fd00::1]:8443/a?b=c", "caFile": "/ca.pem", "allowPrivate": "true",
      "verbs": "unlatch,hold_open,report",
    ])
    #expect(settings.caFile == "/ca.pem")
    #expect(settings.allowsPrivate)
    #expect(settings.verbs == [.unlatch, .holdOpen])
    #expect(settings.reports)
  }

  @Test(arguments: [
    (["url": ""], "url"), (["secretFile": ""], "secretFile"), (["secretFile": "s"], "secretFile"),
    (["caFile": "ca.pem"], "caFile"), (["allowPrivate": "yes"], "allowPrivate"),
    (["url": "http://a.example/"], "url"),
    (["url": "http://a.example/", "allowPrivate": "true", "caFile": "/ca.pem"], "caFile"),
    (["verbs": "unlock,"], "verbs"), (["verbs": "open"], "verbs"),
    (["verbs": "unlock, lock"], "verbs"),
  ])
  func `a member that cannot be used is named`(
    _ members: [String: String], _ member: String
  ) throws {
    let error = #expect(throws: LockSettingsError.self) { try settings(members) }
    #expect(error?.member == member)
  }

  @Test(arguments: [
    "https://a", "https://a.example:1/", "https://a.example:65535", "https://a.example?x=%2f",
    "https://1.2.3.4/", "https://[::]/", "https://[::1]:2/", "https://[1:2:3:4:5:6:7:8]/",
    "https://[1::8]/", "https://[1:2:3:4:5:6:7::]/", "https://a-b.example/a;b=1/../~c/@:!$&'()*+,",
    "https://1.example/", "https://xn--fsq.example/",
  ])
  func `a URL that all read alike is taken as it is`(_ text: String) throws {
    #expect(try WebhookURL(parsing: text, member: "url").text == text)
  }

  @Test(arguments: [
    "", "a.example", "https:a.example", "https:///", "https://", "HTTPS://a.example/",
    "ftp://a.example/", "file:///etc/passwd", "https://user@a.example/", "https://u:p@a.example/",
    "https://a.example/#x", "https://a.example#", "https://a.example:/", "https://a.example:0/",
    "https://a.example:65536/", "https://a.example:080/", "https://a.example:+1/",
    "https://a.example:1:2/", "https://a..example/", "https://a.example./", "https://-a.example/",
    "https://a_b.example/", "https://ä.example/", "https://a.example/ä", "https://a.example/ b",
    "https://a.example/%2", "https://a.example/%zz", "https://a.example/a\\b",
    "https://a.example\\b",
    "https://a.example/\u{0}", "https://a.example/\r\nX: y", "https://127.1/",
    "https://2130706433/",
    "https://0x7f.1/", "https://0x7f000001/", "https://0177.0.0.1/", "https://1.2.3.256/",
    "https://a.1/", "https://[::1/", "https://::1/", "https://[1:2:3:4:5:6:7]/",
    "https://[1:2:3:4:5:6:7:8:9]/", "https://[1::2::3]/", "https://[:::]/", "https://[:1::2]/",
    "https://[12345::]/", "https://[1:2:3:4:5:6:7:8::]/", "https://[fe80::1%25eth0]/",
    "https://[::1]x/", "https://[::ffff:127.0.0.1]/",
    "https://a.example/" + String(repeating: "a", count: 2031),
  ])
  func `a URL that some read otherwise is refused`(_ text: String) {
    let error = #expect(throws: LockSettingsError.self) {
      try WebhookURL(parsing: text, member: "url")
    }
    #expect(error?.member == "url")
  }
}
