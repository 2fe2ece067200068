import Testing

@testable import KeywayFormats

@Suite struct AppNameTests {
  private static let team = "TEAMID1234"
  private static let fingerprint = (0..<32).map { _ in "AB" }.joined(separator: ":")

  @Test(arguments: [
    "TEAMID1234.com.example.app", "0123456789.app", "ABCDEFGHIJ.a-b.C9",
    "TEAMID1234." + String(repeating: "a", count: 255),
  ])
  func `an app of Apple's is a prefix and a bundle id`(_ text: String) throws {
    #expect(try AppleAppID(parsing: text).text == text)
  }

  @Test(arguments: [
    "", "com.example.app", "TEAMID123.com.example.app", "TEAMID12345.com.example.app",
    "TEAMID1234", "TEAMID1234.", "TEAMID1234.com..app", "TEAMID1234.com.example.",
    "TEAMID1234..com", "TEAMID1234.com.example.*", "TEAMID1234.com_example", "TEAMID1234.com/app",
    " TEAMID1234.com.example.app", "TEAMID1234.com.example.app ", "TEAMID1234.caf\u{E9}",
    "TEAM-D1234.com.example.app", "\u{FF34}EAMID1234.com.example.app",
    "TEAMID1234." + String(repeating: "a", count: 256),
  ])
  func `nothing else is`(_ text: String) throws {
    let error = try #require(throws: AssociationError.self) { try AppleAppID(parsing: text) }
    #expect(error.code == .badAppleApp)
    #expect(!error.message.contains("write"))
  }

  @Test func `a prefix in small letters is refused with the right spelling`() throws {
    let error = try #require(throws: AssociationError.self) {
      try AppleAppID(parsing: "teamId1234.com.Example.app")
    }
    #expect(error.message.hasSuffix("; write TEAMID1234.com.Example.app"))
  }

  @Test func `an app of Android's is a package and a fingerprint`() throws {
    for package in ["com.example.app", "a.b", "A1.b_2.C_"] {
      let text = "\(package)/\(Self.fingerprint)"
      let app = try AndroidApp(parsing: text)
      #expect(app.package == package)
      #expect(app.fingerprint.text == Self.fingerprint)
      #expect(app.description == text)
    }
  }

  @Test(arguments: [
    "", "/", "app/", "com.example.app", "com/", "1com.app/", "com.1app/", "com..app/", ".com.app/",
    "com.app./", "com.ex-ample/", "com.exa mple/", "_com.app/", "com.caf\u{E9}/", "*.com/",
  ])
  func `a package of one word or with other letters is refused`(_ start: String) throws {
    let error = try #require(throws: AssociationError.self) {
      try AndroidApp(parsing: start + Self.fingerprint)
    }
    #expect(error.code == .badAndroidApp)
  }

  @Test(arguments: [
    fingerprint.lowercased(), fingerprint.replacing(":", with: ""),
    fingerprint.lowercased().replacing(":", with: ""), "a" + fingerprint.dropFirst(),
    fingerprint + ":", ":" + fingerprint, fingerprint.replacing("AB:AB", with: "ABAB"),
  ])
  func `another spelling of a fingerprint is refused with the right one`(_ text: String) throws {
    let error = try #require(throws: AssociationError.self) {
      try CertificateFingerprint(parsing: text)
    }
    #expect(error.code == .badFingerprint)
    #expect(error.message.hasSuffix("; write \(Self.fingerprint)"))
  }

  @Test func `what is no SHA-256 is refused without a guess`() throws {
    let sha1 = Self.fingerprint.prefix(59)
    let refused: [String] = [
      "", "AB", String(Self.fingerprint.dropLast(3)), Self.fingerprint + ":AB",
      Self.fingerprint.replacing("A", with: "G"), Self.fingerprint + "\n", String(sha1),
    ]
    for text in refused {
      let error = try #require(throws: AssociationError.self) {
        try CertificateFingerprint(parsing: text)
      }
      #expect(!error.message.contains("write"), "\(text)")
      #expect(error.message.contains("SHA-1") == (text == sha1))
    }
  }
}
