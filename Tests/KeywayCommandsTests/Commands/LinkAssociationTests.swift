import Foundation
import Glibc
import KeywayCore
import Testing

@Suite struct LinkAssociationTests {
  private static let team = "TEAMID1234.com.example.app"
  private static let package =
    "com.example.app/" + (0..<32).map { _ in "AB" }.joined(separator: ":")

  private static func program() throws -> Program {
    let program = try Program()
    for (name, value) in [
      ("link.hosts", "unlock.example"), ("link.appleApps", team), ("link.androidApps", package),
    ] {
      let run = try program.run("config", "set", name, value)
      try #require(run.status == 0, "\(run.errors)")
    }
    return program
  }

  @Test(arguments: ["apple", "android"])
  func `a file is one line of canonical JSON, printed or written`(_ platform: String) throws {
    let program = try Self.program()
    let run = try program.run("link", "association", "--as", platform)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let value = try JSONValue(parsing: Array(run.bytes.dropLast()).span)
    #expect(CanonicalJSON.bytes(of: value) + [0x0A] == run.bytes)
    let path = program.scratch.file(platform)
    let written = try program.run("link", "association", "--as", platform, "--output", path)
    #expect(written.status == 0)
    #expect(written.bytes.isEmpty)
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == run.bytes)
  }

  @Test(arguments: [["association", "--as", "apple"], ["qr", "k1", "--as", "svg"]])
  func `what is no file is not written over, and nothing is made in folders that are missing`(
    _ words: [String]
  ) throws {
    let program = try Self.program()
    try Seed.registry(at: program.database)
    let file = program.scratch.file("file")
    try "x".write(toFile: file, atomically: false, encoding: .utf8)
    for (path, status) in [
      ("/dev/null", 74), (program.scratch.path, 74), ("\(file)/x", 74),
      (program.scratch.file("no/where"), 66),
    ] {
      let run = try program.run(["link"] + words + ["--output", path], input: [])
      #expect(run.status == Int32(status), "\(path): \(run.errors)")
      #expect(run.errors.contains(path))
    }
  }

  @Test(.enabled(if: Python.isInstalled, "needs the package python3"))
  func `Python reads in the files what was set`() throws {
    let program = try Self.program()
    let path = program.scratch.file("file")
    try #require(
      program.run("link", "association", "--as", "apple", "--output", path).status == 0)
    #expect(
      try Python.run("print(','.join(d['applinks']['details'][0]['appIDs']))", path) == Self.team)
    try #require(
      program.run("link", "association", "--as", "android", "--output", path).status == 0)
    #expect(
      try Python.run(
        """
        print(d[0]['target']['package_name'] + '/' \
        + ','.join(d[0]['target']['sha256_cert_fingerprints']))
        """, path) == Self.package)
  }

  @Test(arguments: ["apple", "android"])
  func `without a host or an app nothing is printed, and what sets one is named`(
    _ platform: String
  ) throws {
    let program = try Program()
    let path = program.scratch.file("file")
    func refused() throws -> String {
      let run = try program.run("link", "association", "--as", platform, "--output", path)
      #expect(run.status == 65)
      #expect(run.output == "")
      #expect(try !program.scratch.names.contains("file"))
      return run.errors
    }
    #expect(
      try refused() == "keyway: no host is set; 'keyway config set link.hosts HOST' sets one\n")
    try #require(program.run("config", "set", "link.hosts", "unlock.example").status == 0)
    let setting = platform == "apple" ? "link.appleApps" : "link.androidApps"
    #expect(try refused().hasPrefix("keyway: no app is set; 'keyway config set \(setting) "))
  }

  @Test func `more than phones would read is refused`() throws {
    let program = try Self.program()
    // As many as fit in a setting.
    let fingerprint = Self.package.split(separator: "/")[1]
    let apps = (1_000..<1_560).map { "com.a\($0)/\(fingerprint)" }
    let set = try program.run("config", "set", "link.androidApps", apps.joined(separator: ","))
    try #require(set.status == 0, "\(set.errors)")
    let run = try program.run("link", "association", "--as", "android")
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.contains("131072 at most"))
  }

  @Test(arguments: [[], ["--as", "windows"], ["--as", "apple", "more"]])
  func `what cannot be understood is wrong usage`(_ arguments: [String]) throws {
    #expect(try Self.program().run(["link", "association"] + arguments, input: []).status == 64)
  }
}
