import Foundation
import Testing

@Suite struct LinkQRTests {
  /// The seed, with a host of universal links.
  private static func program(hosts: String = "unlock.example,Other.Example") throws -> Program {
    let program = try Program.seeded()
    try #require(program.run("config", "set", "link.hosts", hosts).status == 0)
    return program
  }

  private static let longest = "Zz" + String(repeating: "9", count: 60) + "_-"

  @Test(
    .enabled(if: CodeReader.isInstalled, "needs the package zbar-tools"),
    arguments: ["L", "M", "Q", "H"], ["x", longest])
  func `every drawing is read as exactly the link`(_ level: String, _ id: String) throws {
    let program = try Self.program()
    try #require(program.run("key", "issue", id, "--door", "front", "--everyone").status == 0)
    let link = "https://unlock.example/u/\(id)"
    func draw(_ drawing: String) throws -> Program.Run {
      let run = try program.run("link", "qr", id, "--as", drawing, "--level", level)
      try #require(run.status == 0 && run.errors == "", "\(run.errors)")
      return run
    }
    #expect(try CodeReader.read(draw("png").bytes) == link)
    #expect(try CodeReader.read(DrawnCode(svg: draw("svg").output).pgm) == link)
    let blocks = try DrawnCode(terminal: draw("terminal").output)
    #expect(blocks.isRectangle)
    #expect(try CodeReader.read(blocks.pgm) == link)
  }

  @Test(
    .enabled(if: CodeReader.isInstalled, "needs the package zbar-tools"),
    arguments: [true, false])
  func `on a terminal blocks are drawn, in black and white whatever its colours`(
    _ isDark: Bool
  ) throws {
    let program = try Self.program()
    let terminal = try Terminal()
    let text = try terminal.text {
      let run = try program.run("link", "qr", "k1", output: terminal.path)
      #expect(run.status == 0)
    }
    #expect(text.contains("\u{1B}["))
    let code = try DrawnCode(terminal: text, isDark: isDark)
    #expect(try CodeReader.read(code.pgm) == "https://unlock.example/u/k1")
  }

  @Test(.enabled(if: CodeReader.isInstalled, "needs the package zbar-tools"))
  func `with NO_COLOR a terminal gets no escape codes, and a dark one a code`() throws {
    let program = try Self.program()
    let terminal = try Terminal()
    let text = try terminal.text {
      let run = try program.run(
        "link", "qr", "k1", environment: ["NO_COLOR": "1"], output: terminal.path)
      #expect(run.status == 0)
    }
    #expect(!text.contains("\u{1B}"))
    #expect(try CodeReader.read(DrawnCode(terminal: text).pgm) == "https://unlock.example/u/k1")
  }

  @Test func `an image is never put out on a terminal`() throws {
    let program = try Self.program()
    let terminal = try Terminal()
    let text = try terminal.text {
      let run = try program.run("link", "qr", "k1", "--as", "png", output: terminal.path)
      #expect(run.status == 64)
      #expect(run.errors.contains("--output FILE"))
    }
    #expect(text == "")
  }

  @Test func `without a terminal the drawing has to be named`() throws {
    let program = try Self.program()
    for more in [[], ["--output", program.scratch.file("code")]] {
      let run = try program.run(["link", "qr", "k1"] + more, input: [])
      #expect(run.status == 64)
      #expect(run.output == "")
      #expect(run.errors.contains("missing --as png, svg or terminal"))
    }
    #expect(try !program.scratch.names.contains("code"))
  }

  @Test func `a file is written as a whole and nothing is printed`() throws {
    let program = try Self.program()
    for drawing in ["png", "svg", "terminal"] {
      let path = program.scratch.file("code.\(drawing)")
      let printed = try program.run("link", "qr", "k1", "--as", drawing)
      let written = try program.run("link", "qr", "k1", "--as", drawing, "--output", path)
      #expect(written.status == 0)
      #expect(written.bytes.isEmpty && written.errors == "")
      #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == printed.bytes)
      #expect(try program.scratch.names.filter { $0.hasPrefix("code.\(drawing)") }.count == 1)
    }
  }

  @Test func `a picture names neither the door nor the key`() throws {
    let svg = try Self.program().run("link", "qr", "k1", "--as", "svg").output
    for secret in ["Front", "door", "k1", "unlock", "example"] { #expect(!svg.contains(secret)) }
  }

  @Test(.enabled(if: CodeReader.isInstalled, "needs the package zbar-tools"))
  func `the host is one of those that are set, the first when none is named`() throws {
    let program = try Self.program()
    let run = try program.run("link", "qr", "k1", "--as", "png", "--host", "OTHER.example")
    #expect(try CodeReader.read(run.bytes) == "https://other.example/u/k1")
    for host in ["third.example", "", "unlock.example/u/k2#"] {
      let refused = try program.run("link", "qr", "k1", "--as", "png", "--host", host)
      #expect(refused.status == 65)
      #expect(refused.bytes.isEmpty)
    }
  }

  @Test(.enabled(if: CodeReader.isInstalled, "needs the package zbar-tools"))
  func `without a host the code has the custom scheme, which is said`() throws {
    let run = try Program.seeded().run("link", "qr", "k1", "--as", "png")
    #expect(run.status == 0)
    #expect(try CodeReader.read(run.bytes) == "keyway://unlock/k1")
    #expect(run.errors.contains("opens only on phones that have the app"))
    #expect(run.errors.contains("config set link.hosts"))
  }

  @Test func `a revoked key gets no code`() throws {
    let run = try Self.program().run("link", "qr", "gone", "--as", "svg")
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors == "keyway: the key 'gone' is revoked; a code would lead nowhere\n")
    #expect(try Self.program().run("link", "qr", "nobody", "--as", "svg").status == 66)
  }

  @Test func `a smaller quiet zone is taken, with a word about it`() throws {
    let program = try Self.program()
    let run = try program.run("link", "qr", "k1", "--as", "svg", "--quiet-zone", "0")
    #expect(run.status == 0)
    #expect(run.output.contains(#"viewBox="0 0 29 29""#), "\(run.output.prefix(200))")
    #expect(run.errors.hasPrefix("keyway: readers need 4 light modules"))
    let wide = try program.run(
      "link", "qr", "k1", "--as", "svg", "--quiet-zone", "9", "--scale", "3")
    #expect(wide.errors == "")
    #expect(wide.output.contains(#"width="141" height="141" viewBox="0 0 47 47""#))
  }

  @Test(arguments: [
    ["--scale", "2"], ["--as", "terminal", "--scale", "2"], ["--as", "gif"], ["--level", "l"],
    ["--as", "svg", "--scale", "0"], ["--as", "svg", "--scale", "33"],
    ["--as", "svg", "--quiet-zone", "33"], ["--as", "svg", "--quiet-zone=-1"],
  ])
  func `what makes no sense is wrong usage`(_ arguments: [String]) throws {
    #expect(try Program.seeded().run(["link", "qr", "k1"] + arguments, input: []).status == 64)
  }

  @Test func `without keywayd beside it the program says which one is missing`() throws {
    let program = try Self.program()
    // A second name, since a copy cannot be run while another test's child still has it open.
    let folder = "\(Program.executable)-alone-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.linkItem(atPath: Program.executable, toPath: "\(folder)/keyway")
    let run = try program.run(
      "link", "qr", "k1", "--as", "svg", executable: "\(folder)/keyway")
    #expect(run.status == 69)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("keyway: QR codes are drawn by keywayd, and there is none at "))
    #expect(run.errors.hasSuffix("/\(URL(fileURLWithPath: folder).lastPathComponent)/keywayd\n"))
  }
}
