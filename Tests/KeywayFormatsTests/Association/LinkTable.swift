import Foundation

/// The rows of the router's table of cases that are links in ASCII.
enum LinkTable {
  struct Link: Sendable {
    let id: String
    let text: String
  }

  /// Cases that the router refuses and that our file lets through, in the table's order.
  static let refusedAndMatched = ["B09", "B11", "B12", "E11", "E17", "F07", "F09"]

  /// Empty, which a test refuses, when the file cannot be read.
  static let links: [Link] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "KeywayCoreTests/Links/url-cases.tsv")
    let table = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return table.split(separator: "\n").dropFirst().compactMap { row in
      let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
      // With a backslash begins whatever is no plain text.
      guard columns.count > 1, !columns[1].contains("\\") else { return nil }
      return Link(id: String(columns[0]), text: String(columns[1]))
    }
  }()
}
