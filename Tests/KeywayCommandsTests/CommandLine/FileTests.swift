import Foundation
import Testing

@testable import KeywayCommands

@Suite struct FileTests {
  private let folder = TestFolder()

  @Test func `a file is read whole up to the limit`() throws {
    let path = try folder.write("abc", to: "bread")
    #expect(try FileInput.bytes(of: path, limit: 3) == Array("abc".utf8))
    let error = try #require(throws: FileError.self) {
      _ = try FileInput.bytes(of: path, limit: 2)
    }
    #expect(error.description == "\(path): is longer than 2 bytes")
    #expect(error.exitStatus == .badData)
    #expect(try FileInput.bytes(of: "/dev/null", limit: 0) == [])
  }

  @Test func `what cannot be read says why`() throws {
    let missing = folder.path("missing")
    try expect(missing, .notFound, "No such file or directory", 66)
    try expect(folder.path(""), .notRegular, "is a directory", 65)
    try expect("/dev/null/x", .notFound, "Not a directory", 66)
    try expect("a\0b", .notFound, "is not the name of a file", 66)
    try expect(folder.path(String(repeating: "x", count: 300)), .tooLong, "File name too long", 65)
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file of others is not permitted`() throws {
    let path = try folder.write("abc", to: "secret")
    chmod(path, 0)
    try expect(path, .notPermitted, "Permission denied", 77)
  }

  @Test func `permission errors exit with 77`() {
    #expect(FileError.system(EACCES, "x").exitStatus.rawValue == 77)
    #expect(FileError.system(EROFS, "x").exitStatus.rawValue == 77)
    #expect(FileError.system(EIO, "x").exitStatus.rawValue == 74)
  }

  @Test func `a pipe is read to its end in small pieces`() async throws {
    let pipe = try TestPipe()
    let input = pipe.input
    let thread = Thread {
      for _ in 0..<3 {
        _ = write(input, "ab\n", 3)
        usleep(2_000)
      }
      close(input)
    }
    // The end is non-blocking, so that waiting is tested too.
    let file = FileDescriptor(number: try pipe.takeOutput(), path: "pipe")
    thread.start()
    #expect(try FileInput.bytes(of: file, limit: 100) == Array("ab\nab\nab\n".utf8))
  }

  private func expect(
    _ path: String, _ code: FileError.Code, _ reason: String, _ status: Int32
  ) throws {
    let error = try #require(throws: FileError.self) {
      _ = try FileInput.bytes(of: path, limit: 10)
    }
    #expect(error.code == code)
    #expect(error.reason == reason)
    #expect(error.path == path)
    #expect(error.exitStatus.rawValue == status)
  }
}

@Suite struct FileOutputTests {
  private let folder = TestFolder()

  @Test func `a file is made or replaced and nothing is left beside it`() throws {
    let path = folder.path("bread")
    try FileOutput.replace(path, with: Array("old".utf8))
    chmod(path, 0o640)
    try FileOutput.replace(path, with: Array("new".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try folder.names == ["bread"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `a link stays a link`() throws {
    let path = try folder.write("old", to: "bread")
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try FileOutput.replace(link, with: Array("new".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test func `what cannot be replaced stays as it is`() throws {
    let nowhere = folder.path("no/where")
    let missing = try #require(throws: FileError.self) {
      try FileOutput.replace(nowhere, with: [])
    }
    #expect(missing.description == "\(nowhere): No such file or directory")
    let device = try #require(throws: FileError.self) {
      try FileOutput.replace("/dev/null", with: [])
    }
    #expect(device.description == "/dev/null: is not a regular file")
    #expect(missing.exitStatus == .notFound)
    #expect(device.exitStatus == .inputOutput)
    for path in [folder.path(""), "/dev/null/x"] {
      let error = try #require(throws: FileError.self) { try FileOutput.replace(path, with: []) }
      #expect(error.exitStatus == .inputOutput)
    }
    #expect(try folder.names == [])
  }
}

/// A folder that goes away with the test.
final class TestFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("keyway-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path) }
  }

  func path(_ name: String) -> String { "\(url.path)/\(name)" }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }
}
