import KeywayCore
import Testing

@testable import KeywayFormats

@Suite struct AssociationFileTests {
  private static func fingerprint(_ byte: String) -> String {
    (0..<32).map { _ in byte }.joined(separator: ":")
  }

  private static func android(_ package: String, _ byte: String) throws -> AndroidApp {
    try AndroidApp(parsing: "\(package)/\(fingerprint(byte))")
  }

  @Test func `Apple's file has one entry with all apps and rules of texts`() throws {
    let apps = try ["TEAMID1234.com.b", "TEAMID1234.com.a"].map { text in
      try AppleAppID(parsing: text)
    }
    #expect(
      String(decoding: try AppleAssociation.file(apps), as: UTF8.self) == """
        {"applinks":{"details":[{"appIDs":["TEAMID1234.com.b","TEAMID1234.com.a"],"components":[\
        {"#":"?*","/":"/u/*","comment":"a link with a fragment","exclude":true},\
        {"/":"/u/*/?*","comment":"more than one id","exclude":true},\
        {"/":"/u/*%*","comment":"an escaped byte","exclude":true},\
        {"/":"/u/?*","comment":"a key"}]}]}}
        """)
  }

  @Test func `Android's file has one statement a package, with all its fingerprints`() throws {
    let apps = [
      try Self.android("com.b", "02"), try Self.android("com.a", "FF"),
      try Self.android("com.b", "01"),
    ]
    func statement(_ package: String, _ bytes: String...) -> String {
      let fingerprints = bytes.map { #""\#(Self.fingerprint($0))""# }.joined(separator: ",")
      return #"{"relation":["delegate_permission/common.handle_all_urls"],"target":"#
        + #"{"namespace":"android_app","package_name":"\#(package)","#
        + #""sha256_cert_fingerprints":[\#(fingerprints)]}}"#
    }
    #expect(
      String(decoding: try AndroidAssociation.file(apps), as: UTF8.self)
        == "[\(statement("com.b", "02", "01")),\(statement("com.a", "FF"))]")
  }

  @Test func `nothing is printed of no app, or of one twice`() throws {
    #expect(
      try #require(throws: AssociationError.self) { try AppleAssociation.file([]) }.code == .noApp)
    #expect(
      try #require(throws: AssociationError.self) { try AndroidAssociation.file([]) }.code == .noApp
    )
    let app = try Self.android("com.a", "01")
    let error = try #require(throws: AssociationError.self) {
      try AndroidAssociation.file([app, app])
    }
    #expect(error.code == .repeatedApp)
    #expect(error.message.contains("com.a/01:01"))
  }

  @Test func `a file of 128 KiB is printed, and none that is longer`() throws {
    let start = try AppleAssociation.file([AppleAppID(parsing: "TEAMID1234.a")]).count
    // Each app more has its 26 letters, two quotes and a comma.
    func file(last letters: Int) throws -> [UInt8] {
      let room = AssociationFile.maximumSize - start
      let apps = try (0..<room / 29).map { number in
        let digits = String(number)
        let padding = String(repeating: "0", count: 15 - digits.utf8.count)
        return try AppleAppID(parsing: "TEAMID1234." + padding + digits)
      }
      let bundle = String(repeating: "a", count: room % 29 + letters)
      return try AppleAssociation.file([try AppleAppID(parsing: "TEAMID1234." + bundle)] + apps)
    }
    #expect(try file(last: 1).count == AssociationFile.maximumSize)
    let error = try #require(throws: AssociationError.self) { try file(last: 2) }
    #expect(error.code == .tooLarge)
    #expect(error.message.contains("131073"))
  }
}
