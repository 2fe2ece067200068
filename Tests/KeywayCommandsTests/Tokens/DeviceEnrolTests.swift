import Foundation
import KeywayCore
import KeywayCrypto
import KeywayService
import KeywayStore
import Testing

@testable import KeywayCommands

@Suite struct DeviceEnrolTests {
  private let program: Program

  init() throws { program = try Program.seeded() }

  private func redeem(_ code: String) throws -> Bool {
    let random = SystemRandom()
    let tokens = TokenService(
      environment: ServiceEnvironment(
        store: try Seed.store(at: program.database), now: { SystemClock.now() },
        random: { random.bytes($0) }, zones: TimeZones(version: "none") { _ in nil }))
    return try tokens.redeem(code, for: Device.ID(trusted: "phone-1")) != .refused
  }

  @Test func `the code is printed with its end, and works once`() throws {
    let run = try program.succeed("device", "enrol", "phone-1")
    let words = run.output.split(separator: " ").map(String.init)
    try #require(words.count == 7)
    #expect(run.output.hasPrefix("code \(words[1]) for phone-1, once, until "))
    #expect(try redeem(words[1]))
    #expect(try !redeem(words[1]))
    #expect(try program.column("role", of: "token", "list") == [.string("device")])
  }

  @Test func `its link is no tap, and neither log nor list has the code`() throws {
    let object = try program.object("device", "enrol", "phone-1")
    let code = try #require(object.text("code"))
    let link = try #require(object.text("link"))
    #expect(link == "keyway://enrol/phone-1?code=\(code)")
    let resolved = try program.run("link", "resolve", link, "--format", "json")
    #expect(resolved.status == 1)
    #expect(try resolved.object.text("reason") == "unknown_command")
    #expect(try program.run("tap", "send", link, "--device", "phone-1").status == 1)
    for words in [["audit", "list"], ["audit", "export"], ["audit", "show", "1"]] {
      #expect(try !program.run(words, input: []).output.contains(code))
    }
    #expect(try redeem(code))
  }

  @Test func `a dry run makes no code, and voids none`() throws {
    let code = try #require(try program.object("device", "enrol", "phone-1").text("code"))
    let object = try program.object("device", "enrol", "phone-1", "--dry-run")
    #expect(object["code"] == nil)
    #expect(object["link"] == nil)
    #expect(try redeem(code))
  }

  @Test func `a phone that is not there, or suspended, gets none`() throws {
    #expect(try program.run("device", "enrol", "nobody").status == 66)
    try program.succeed("device", "suspend", "phone-1")
    #expect(try program.run("device", "enrol", "phone-1").status == 65)
    try program.succeed("device", "remove", "phone-1")
    #expect(try program.run("device", "enrol", "phone-1").status == 65)
  }

  @Test func `an image wants a file, and a file an image`() throws {
    for words in [["--as", "png"], ["--as", "svg"], ["--output", program.scratch.file("x")]] {
      let run = try program.run(["device", "enrol", "phone-1"] + words, input: [])
      #expect(run.status == 64)
      #expect(run.output == "")
    }
    #expect(try program.run("audit", "list", "--format", "json").output == "")
  }

  @Test(.enabled(if: CodeReader.isInstalled, "needs the package zbar-tools"))
  func `every drawing is read as the link, and a file is for its owner only`() throws {
    func link(_ output: String) throws -> String {
      let code = try #require(
        output.split(separator: "\n").last?.split(separator: " ").dropFirst().first)
      return "keyway://enrol/phone-1?code=\(code)"
    }
    let path = program.scratch.file("code")
    let png = try program.succeed("device", "enrol", "phone-1", "--as", "png", "--output", path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try CodeReader.read(bytes) == link(png.output))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let svg = try program.succeed("device", "enrol", "phone-1", "--as", "svg", "--output", path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try CodeReader.read(DrawnCode(svg: text).pgm) == link(svg.output))
    let terminal = try program.succeed("device", "enrol", "phone-1", "--as", "terminal")
    let blocks =
      terminal.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(2).joined(separator: "\n") + "\n"
    #expect(try CodeReader.read(DrawnCode(terminal: blocks).pgm) == link(terminal.output))
  }
}
