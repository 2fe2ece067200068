import Foundation
import Testing

/// A log that grows as it is told, and the folder that its tiles are published in.
struct PublishedLog {
  let keyway: Keyway
  let folder: String

  init() throws {
    keyway = try Keyway()
    folder = keyway.scratch.file("public")
  }

  /// The lines of all keys that ever signed.
  var verifiers: String {
    get throws { try done("audit", "key", "show").output }
  }

  /// Adds entries until there are so many, one for each record of an import, and publishes them.
  ///
  /// - Returns: origin, size and root as the checkpoint has them.
  @discardableResult
  func grow(to size: Int, options: String...) throws -> String {
    let house = House(doors: 1, phones: 0, keys: size - 1)
    let site = try keyway.scratch.write(house.text, as: "site.json")
    // The names of all keys for everyone are printed.
    let run = try keyway.run("import", site, output: keyway.scratch.file("import"))
    try keyway.expectDone(run)
    try done(["audit", "export", "--tiles", folder] + options)
    return try promise
  }

  /// Origin, size and root as the published checkpoint has them.
  var promise: String {
    get throws {
      let text = try String(contentsOfFile: "\(folder)/checkpoint", encoding: .utf8)
      return text.split(separator: "\n").prefix(3).joined(separator: " ") + "\n"
    }
  }

  /// Writes the proof that a command prints; gives its path.
  func prove(_ arguments: String...) throws -> String {
    let name = arguments.joined(separator: "-") + ".proof"
    return try keyway.scratch.write(done(["audit", "prove"] + arguments).bytes, as: name)
  }

  /// The paths of all published files.
  var files: [String] {
    get throws {
      let names = FileManager.default.enumerator(atPath: folder)
      let paths = try #require(names).compactMap { $0 as? String }.map { "\(folder)/\($0)" }
      return paths.sorted().filter {
        (try? FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType)
          == .typeRegular
      }
    }
  }

  @discardableResult
  private func done(_ arguments: String...) throws -> Run { try done(arguments) }

  @discardableResult
  private func done(_ arguments: [String]) throws -> Run {
    let run = try keyway.run(arguments)
    try keyway.expectDone(run)
    return run
  }
}
