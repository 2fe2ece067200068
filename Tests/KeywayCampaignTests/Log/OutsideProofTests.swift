import Foundation
import Testing

extension Campaigns {
  /// What the log publishes, before an implementation that is not Keyway's.
  ///
  /// Without the Debian packages that `make test` installs for it these tests are skipped.
  @Suite(
    .enabled(
      if: LogChecker.missing.isEmpty,
      "not installed: \(LogChecker.missing.joined(separator: ", ")); see 'make test-packages'"))
  struct OutsideProofTests {
    /// Sizes around the borders of tiles; the last has tiles on three levels.
    private static let sizes = [1, 255, 256, 257, 70_000]

    @Test func `tiles, checkpoints and proofs of a growing log are accepted`() throws {
      let checker = try LogChecker.program
      let log = try PublishedLog()
      var earlier: [Int] = []
      for size in Self.sizes {
        let promise = try log.grow(to: size)
        let verifiers = try log.verifiers
        #expect(promise.contains(" \(size) "))
        #expect(try checker.check("tiles", verifiers, [log.folder]) == promise)
        for entry in Set([0, size / 2, size - 2, size - 1, 255, 256]) where 0..<size ~= entry {
          let proof = try log.prove("inclusion", "\(entry)", "--size", "\(size)")
          #expect(try checker.check("inclusion", verifiers, [proof, log.folder]) == promise)
        }
        earlier.append(size)
        for old in earlier {
          let proof = try log.prove("consistency", "\(old)", "\(size)")
          #expect(try checker.check("consistency", verifiers, [proof, log.folder]) == promise)
        }
      }
      // Whoever kept an old proof has it checked against the log of today.
      for size in Self.sizes {
        let entry = try log.prove("inclusion", "0", "--size", "\(size)")
        let old = try checker.check("inclusion", log.verifiers, [entry, log.folder])
        #expect(old?.contains(" \(size) ") == true)
      }
    }

    @Test func `every entry is accepted, and the tree made of all of them`() throws {
      let checker = try LogChecker.program
      for size in Self.sizes.dropLast() + [Campaigns.count(3_000, whole: 70_000)] {
        let log = try PublishedLog()
        let promise = try log.grow(to: size, options: "--entries")
        #expect(try checker.check("entries", log.verifiers, [log.folder]) == promise)
      }
    }

    @Test func `what a replaced key signed is accepted by its own line only`() throws {
      let checker = try LogChecker.program
      let log = try PublishedLog()
      try log.grow(to: 300)
      let proof = try log.prove("inclusion", "7")
      try log.keyway.expectDone(log.keyway.run("audit", "key", "rotate"))
      let promise = try log.grow(to: 300)
      #expect(promise.contains(" 301 "))
      let lines = try log.verifiers.split(separator: "\n").map(String.init)
      try #require(lines.count == 2)
      #expect(try checker.check("tiles", lines[1], [log.folder]) == promise)
      #expect(try checker.check("tiles", lines[0], [log.folder]) == nil)
      #expect(try checker.check("inclusion", log.verifiers, [proof, log.folder]) != nil)
      #expect(try checker.check("inclusion", lines[1], [proof, log.folder]) == nil)
      let both = try log.prove("consistency", "300", "301")
      #expect(try checker.check("consistency", log.verifiers, [both, log.folder]) == promise)
      #expect(try checker.check("consistency", lines[1], [both, log.folder]) == nil)
    }

    @Test func `one flipped bit in a tile or in a bundle is refused`() throws {
      var dice = Dice()
      let checker = try LogChecker.program
      let log = try PublishedLog()
      try log.grow(to: 300, options: "--entries")
      // Keeps the partial tiles of the smaller log.
      try log.grow(to: 600, options: "--entries")
      let files = try log.files.filter { $0.contains("/tile/") }
      #expect(files.count == 10)
      let verifiers = try log.verifiers
      for _ in 0..<Campaigns.count(5, whole: 200) {
        for file in files {
          try flip(file, Int.random(in: 0..<size(of: file) * 8, using: &dice)) { bit in
            let accepted = try checker.check("entries", verifiers, [log.folder])
            #expect(accepted == nil, "bit \(bit) of \(file), seed \(dice.seed)")
          }
        }
      }
      #expect(try checker.check("entries", verifiers, [log.folder]) == log.promise)
    }

    @Test func `one flipped bit in a proof or in a checkpoint is refused`() throws {
      var dice = Dice()
      let checker = try LogChecker.program
      let log = try PublishedLog()
      let promise = try log.grow(to: 300)
      let verifiers = try log.verifiers
      let inclusion = try log.prove("inclusion", "299")
      let consistency = try log.prove("consistency", "299", "300")
      let checks = [
        (what: "inclusion", flipped: inclusion, files: [inclusion, log.folder]),
        ("consistency", consistency, [consistency, log.folder]),
        ("tiles", "\(log.folder)/checkpoint", [log.folder]),
      ]
      for (what, file, files) in checks {
        #expect(try checker.check(what, verifiers, files) == promise)
        let loose = try Self.looseBytes(in: file)
        // A bit of every so many bytes, from the first on.
        let step = Campaigns.count(11, whole: 1)
        for byte in stride(from: 0, to: try size(of: file), by: step) where !loose.contains(byte) {
          try flip(file, byte * 8 + Int.random(in: 0..<8, using: &dice)) { bit in
            let accepted = try checker.check(what, verifiers, files)
            #expect(accepted == nil, "bit \(bit) of \(file), seed \(dice.seed)")
          }
        }
        #expect(try checker.check(what, verifiers, files) == promise)
      }
    }

    /// The last digits of signatures in base 64: Go ignores the bits of them that no byte is made
    /// of.
    private static func looseBytes(in file: String) throws -> Set<Int> {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
      var loose: Set<Int> = []
      var lineStart = 0
      for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
        if bytes[lineStart..<place].starts(with: "\u{2014} ".utf8) { loose.insert(place - 2) }
        lineStart = place + 1
      }
      return loose
    }

    private func size(of file: String) throws -> Int {
      try Data(contentsOf: URL(fileURLWithPath: file)).count
    }

    /// Calls the body while a bit of the file is another.
    private func flip(_ file: String, _ bit: Int, _ body: (Int) throws -> Void) throws {
      let url = URL(fileURLWithPath: file)
      let whole = try Data(contentsOf: url)
      var changed = whole
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      try changed.write(to: url)
      try body(bit)
      try whole.write(to: url)
    }
  }
}
