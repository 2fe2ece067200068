import Foundation
import KeywayCore
import KeywayCrypto
import Testing

/// What somebody else who may write below the folder has put there.
@Suite struct SetFolderTests {
  private let program: Program
  private let folder: String

  init() throws {
    program = try Program()
    try Seed.registry(at: program.database)
    folder = program.scratch.file("sets")
  }

  /// The folders and the file of phone-1.
  private var place: (first: String, second: String, file: String, new: String) {
    let digits = SHA256Hasher().hash("phone-1".utf8.span).hex
    let first = "\(folder)/\(digits.prefix(2))"
    let second = "\(first)/\(digits.dropFirst(2).prefix(2))"
    return (first, second, "\(second)/phone-1.json", "\(second)/.phone-1.new")
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(unsafe lstat(path, &status) == 0, "\(path): \(errno)")
    return status
  }

  @Test(arguments: Plant.all)
  func `what lies where a new set is written is replaced and not written into`(
    _ plant: Plant
  ) throws {
    let victim = program.scratch.file("victim")
    try "mine".write(toFile: victim, atomically: false, encoding: .utf8)
    try makeFolder(place.second)
    try #require(plant.put(place.new, victim) == 0)
    let run = try program.run("shortcut", "generate", "--output", folder)
    #expect(run.status == 0)
    #expect(try contents(victim) == "mine")
    #expect(try contents(place.file) == program.run("shortcut", "issue", "phone-1").output)
    let made = try status(place.file)
    #expect(made.st_mode & S_IFMT == S_IFREG)
    #expect(made.st_mode & 0o022 == 0)
    #expect(made.st_uid == geteuid())
    #expect(made.st_nlink == 1)
  }

  @Test func `a folder where a new set is written fails its phone alone, by its path`() throws {
    try makeFolder(place.new)
    let run = try program.run("shortcut", "generate", "--output", folder)
    #expect(run.status == 1)
    #expect(run.errors.contains("phone-1: \(place.new): Is a directory\n"))
    #expect(run.errors.hasPrefix("1 sets written"))
  }

  @Test(.enabled(if: getuid() == 0, "only root may give files away"))
  func `a file of somebody else is replaced even when it says the same`() throws {
    #expect(try program.run("shortcut", "generate", "--output", folder).status == 0)
    try #require(chown(place.file, 12_345, 12_345) == 0 && chmod(place.file, 0o666) == 0)
    #expect(try program.run("shortcut", "generate", "--output", folder).status == 0)
    #expect(try status(place.file).st_uid == geteuid())
    #expect(try status(place.file).st_mode & 0o022 == 0)
  }

  @Test(arguments: [true, false])
  func `a link in place of a folder is not followed, neither to write nor to remove`(
    isFirst: Bool
  ) throws {
    let elsewhere = program.scratch.file("elsewhere")
    let link = isFirst ? place.first : place.second
    let rest = place.file.dropFirst(link.count)
    try makeFolder((link as NSString).deletingLastPathComponent)
    try makeFolder((elsewhere + rest as NSString).deletingLastPathComponent)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
    let told = "phone-1: \(link): is a symbolic link, which is not followed\n"
    let run = try program.run("shortcut", "generate", "--output", folder)
    #expect(run.status == 1)
    #expect(run.errors.contains(told))
    #expect(!FileManager.default.fileExists(atPath: elsewhere + rest))
    try "mine".write(toFile: elsewhere + rest, atomically: false, encoding: .utf8)
    #expect(try program.run("device", "remove", "phone-1").status == 0)
    let second = try program.run("shortcut", "generate", "--output", folder)
    #expect(second.status == 1)
    #expect(second.errors.contains(told))
    #expect(try contents(elsewhere + rest) == "mine")
  }

  @Test func `the folder itself may be a link`() throws {
    let target = program.scratch.file("target")
    try makeFolder(target)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: target)
    #expect(try program.run("shortcut", "generate", "--output", folder).status == 0)
    #expect(try program.run("shortcut", "generate", "--output", folder + "/").status == 0)
    #expect(FileManager.default.fileExists(atPath: place.file))
  }
}

/// Something that stands where a new set is written.
struct Plant: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Puts it at the first path, with the second for its victim; 0 when it stands there.
  let put: @Sendable (String, String) -> Int32

  static let all: [Plant] = [
    Plant(testDescription: "pipe") { place, _ in mkfifo(place, 0o666) },
    Plant(testDescription: "link to a file") { place, victim in symlink(victim, place) },
    Plant(testDescription: "hard link") { place, victim in link(victim, place) },
    Plant(testDescription: "file that all may write") { place, _ in
      let file = creat(place, 0o666)
      defer { close(file) }
      return fchmod(file, 0o666)
    },
    Plant(testDescription: "what a job left behind") { place, _ in
      let file = creat(place, 0o644)
      defer { close(file) }
      return write(file, "{", 1) == 1 ? 0 : -1
    },
  ]
}
