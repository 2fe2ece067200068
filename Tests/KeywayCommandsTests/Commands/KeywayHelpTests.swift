import Foundation
import Testing

@testable import KeywayCommands

/// Help as people read it; `KEYWAY_BLESS=1` writes the files anew.
@Suite struct KeywayHelpTests {
  static let places: [[String]] = {
    let outline = KeywayTree.tree.outline
    return [[]] + outline.nouns.flatMap { noun in noun.verbs.map { [noun.name, $0.name] } }
      + outline.commands.map { [$0.name] }
  }()

  @Test(arguments: places)
  func `help is as in its file`(_ place: [String]) throws {
    guard case .help(let page) = try KeywayTree.tree.parse(place + ["--help"]) else {
      Issue.record("no help for \(place)")
      return
    }
    let name = place.isEmpty ? "keyway" : place.joined(separator: "-")
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Golden/\(name).txt")
    if ProcessInfo.processInfo.environment["KEYWAY_BLESS"] != nil {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try page == String(contentsOf: file, encoding: .utf8))
  }
}
