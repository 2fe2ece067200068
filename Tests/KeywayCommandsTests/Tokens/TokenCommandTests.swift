import Foundation
import KeywayCore
import KeywayCrypto
import KeywayService
import KeywayStore
import Testing

@testable import KeywayCommands

@Suite struct TokenCommandTests {
  private let program: Program

  init() throws { program = try Program.seeded() }

  private func issue(_ words: String...) throws -> (secret: String, id: String) {
    let run = try program.run(["token", "issue", "--format", "json"] + words, input: [])
    try #require(run.status == 0, "\(run.errors)")
    let object = try run.object
    return (try #require(object.text("token")), try #require(object.text("id")))
  }

  /// Who shows the secrets, for a process that has had the database open all the time.
  private func service() throws -> TokenService {
    let random = SystemRandom()
    return TokenService(
      environment: ServiceEnvironment(
        store: try Seed.store(at: program.database), now: { SystemClock.now() },
        random: { random.bytes($0) }, zones: TimeZones(version: "none") { _ in nil }))
  }

  private func holds(_ secret: String, _ service: TokenService) throws -> Bool {
    try service.authenticate([Array(secret.utf8)])[0] != nil
  }

  @Test func `the secret alone is the output, once, and a word beside it says so`() throws {
    let run = try program.succeed("token", "issue", "--role", "job", "--name", "Nightly")
    #expect(run.output.hasSuffix("\n"))
    let isWellFormed = TokenSecret.isWellFormed(Array(run.output.dropLast().utf8).span)
    #expect(isWellFormed)
    #expect(run.errors.contains("its secret is shown this once and kept nowhere"))
    let secret = String(run.output.dropLast())
    #expect(!run.errors.contains(secret))
    for words in [
      ["token", "list"], ["token", "list", "--format", "json"], ["audit", "list"],
      ["audit", "export"], ["doctor"],
    ] {
      let later = try program.run(words, input: [])
      #expect(!(later.output + later.errors).contains(secret.dropFirst(7)))
    }
    for name in try program.scratch.names {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: program.scratch.file(name)))
      #expect(bytes.range(of: Data(secret.utf8)) == nil)
    }
  }

  @Test func `a token is printed with all its fields`() throws {
    let run = try program.succeed(
      "token", "issue", "--role", "auditor", "--site", "Head office", "--format", "json",
      "--valid-until", "2099-01-01T00:00:00Z")
    let object = try run.object
    #expect(
      Set(object.members.map(\.key)) == [
        "device", "door", "id", "issuedAt", "lastUsedAt", "name", "revokedAt", "role", "site",
        "state", "token", "validUntil",
      ])
    #expect(object.text("validUntil") == "2099-01-01T00:00:00.000Z")
    #expect(object.text("site") == "Head office")
    let listed = try program.object("token", "list")
    #expect(listed["token"] == nil)
    #expect(listed.text("id") == object.text("id"))
    #expect(listed.text("state") == "active")
  }

  @Test func `ends are said in several ways`() throws {
    func end(_ words: String...) throws -> JSONValue? {
      try program.run(
        ["token", "issue", "--role", "job", "--format", "json", "--dry-run"] + words, input: []
      ).object["validUntil"]
    }
    #expect(try end("--no-valid-until") == .null)
    #expect(
      try end("--door", "front", "--valid-until", "2099-01-01")
        == .string("2098-12-31T15:00:00.000Z"))
    _ = try issue("--role", "job", "--for", "30d")
    let object = try program.object("token", "list")
    func instant(_ name: String) throws -> Int64 {
      let text = try #require(object.text(name))
      return try Timestamp(parsing: text.utf8.span).milliseconds
    }
    #expect(try instant("validUntil") - instant("issuedAt") == 30 * 86_400_000)
  }

  @Test(
    arguments: [
      (["--role", "device"], 64), (["--role", "job", "--device", "phone-1"], 64),
      (["--role", "device", "--device", "phone-1", "--door", "front"], 64),
      (["--role", "job", "--door", "front", "--site", "Head office"], 64),
      (["--role", "king"], 64),
      (["--role", "job", "--for", "3d", "--valid-until", "2099-01-01"], 64), ([], 64),
      (["--role", "job", "--site", "Nowhere"], 66), (["--role", "job", "--door", "nowhere"], 66),
      (["--role", "job", "--valid-until", "2001-01-01T00:00:00Z"], 65),
      (["--role", "job", "--name", ""], 65),
    ] as [([String], Int32)])
  func `what has no sense is refused, and nothing is written`(
    _ words: [String], _ status: Int32
  ) throws {
    let run = try program.run(["token", "issue"] + words, input: [])
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output == "")
    #expect(try program.run("token", "list", "--format", "json").output == "")
  }

  @Test func `revoking counts at once, also where another process has the database open`() throws {
    let service = try service()
    let first = try issue("--role", "operator")
    let second = try issue("--role", "job")
    let phone = try issue("--role", "device", "--device", "phone-1")
    func found() throws -> [Bool] {
      try [first, second, phone].map { try holds($0.secret, service) }
    }
    #expect(try found() == [true, true, true])
    let rehearsed = try program.succeed("token", "revoke", first.id, "--dry-run")
    #expect(rehearsed.output == "token \(first.id): revoked\n")
    #expect(try found() == [true, true, true])
    try program.succeed("token", "revoke", String(first.id.prefix(12)), "--because", "left")
    #expect(try found() == [false, true, true])
    #expect(
      try program.succeed("token", "revoke", first.id).output == "token \(first.id): unchanged\n")
    try program.succeed("token", "revoke", "--device", "phone-1")
    #expect(try found() == [false, true, false])
    try program.succeed("token", "revoke", "--all")
    #expect(try found() == [false, false, false])
    #expect(
      try program.column("state", of: "token", "list")
        == Array(repeating: "revoked", count: 3).map { .string($0) })
    #expect(try program.run("audit", "verify").status == 0)
  }

  @Test func `who gives the secret for the id is told so, without it`() throws {
    let token = try issue("--role", "job")
    let run = try program.run("token", "revoke", token.secret)
    #expect(run.status == 65)
    #expect(run.errors.contains("a token's secret and not its id"))
    #expect(!run.errors.contains(token.secret))
    #expect(try program.run("token", "revoke", "nobody").status == 66)
    #expect(try program.run("token", "revoke").status == 64)
  }

  @Test func `the list is chosen by role, phone and state`() throws {
    let job = try issue("--role", "job")
    let phone = try issue("--role", "device", "--device", "phone-1")
    try program.succeed("token", "revoke", job.id)
    func ids(_ words: String...) throws -> [String?] {
      try program.run(["token", "list", "--format", "json"] + words, input: []).objects
        .map { $0.text("id") }
    }
    #expect(try ids() == [job.id, phone.id])
    #expect(try ids("--role", "device") == [phone.id])
    #expect(try ids("--device", "phone-1") == [phone.id])
    #expect(try ids("--device", "phone-2") == [])
    #expect(try ids("--state", "revoked") == [job.id])
    #expect(try program.run("token", "list").lines.count == 3)
  }

  @Test func `people read in the log which token it was`() throws {
    let token = try issue("--role", "job", "--name", "Nightly")
    try program.succeed("token", "revoke", token.id)
    let log = try program.succeed("audit", "list").output
    #expect(log.contains("issue token Nightly role=job"))
    #expect(log.contains("revoke token Nightly state=revoked"))
  }

  @Test func `of a person who was erased no token stays in the files`() throws {
    let secret = try issue("--role", "device", "--device", "phone-1", "--name", "AOIS-TOKEN").secret
    let digest = SHA256Hasher().hash(Array(secret.utf8).span)
    let bytes = Data((0..<32).map { digest.bytes[$0] })
    let code = try #require(try program.object("device", "enrol", "phone-1").text("code"))
    let waiting = SHA256Hasher().hash(Array("phone-1\n\(code)".utf8).span)
    let marks = [bytes, Data((0..<32).map { waiting.bytes[$0] }), Data("AOIS-TOKEN".utf8)]
    func stands(_ mark: Data) throws -> Bool {
      try program.scratch.names.contains { name in
        try Data(contentsOf: URL(fileURLWithPath: program.scratch.file(name))).range(of: mark)
          != nil
      }
    }
    for mark in marks { #expect(try stands(mark)) }
    try program.succeed("holder", "erase", "h1")
    for mark in marks { #expect(try !stands(mark)) }
    #expect(try program.run("token", "list", "--format", "json").output == "")
  }

  @Test(arguments: [true, false])
  func `after a restore no token of the copy holds`(_ isBackup: Bool) throws {
    let token = try issue("--role", "operator")
    let ended = try issue("--role", "operator")
    try program.succeed("device", "enrol", "phone-1")
    let copy = program.scratch.file("copy.db")
    if isBackup {
      try program.succeed("backup", copy)
    } else {
      // As somebody copies a file who does not know of 'backup'.
      try RawDatabase.execute("VACUUM INTO '\(copy)'", in: program.database)
    }
    try program.succeed("token", "revoke", ended.id)
    let rehearsed = try program.object("restore", copy, "--force", "--dry-run")
    #expect(try holds(token.secret, service()))
    let object = try program.object("restore", copy, "--force")
    for report in [rehearsed, object] {
      #expect(report["revokedTokens"] == .integer(2))
      #expect(report["voidedCodes"] == .integer(isBackup ? 0 : 1))
    }
    let service = try service()
    #expect(try !holds(token.secret, service))
    #expect(try !holds(ended.secret, service))
    #expect(
      try program.column("state", of: "token", "list") == [.string("revoked"), .string("revoked")])
    #expect(try program.run("audit", "verify").status == 0)
    #expect(try holds(issue("--role", "job").secret, service))
  }
}
