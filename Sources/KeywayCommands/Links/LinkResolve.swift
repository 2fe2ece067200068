import KeywayCore
import KeywayService

/// `keyway link resolve`
struct LinkResolve: Command {
  /// Lines are never too long to be rejected, only to be held in memory.
  private static let longestLine = 64 << 20

  private static let link = Positional.optional(
    "link", .text, help: "The link, byte for byte.")
  private static let stdin = Flag.present(
    "stdin", help: "Read one link a line from standard input; its bytes up to the line feed.")

  static let name = "resolve"
  static let summary = "Say what a link asks for; the registry and the locks are left alone."
  static let parameters = Parameters(link, stdin).exactlyOne(of: link, stdin)
  static let exitStatuses = [
    ExitMeaning(.done, "the link, or every link, asks for something"),
    ExitMeaning(.denied, "the link, or any of them, is rejected"),
  ]
  static let examples = [
    Example("keyway link resolve xxx/k1 --format json", "One link, for a program.")
  ]

  /// Nil for standard input.
  private let link: String?

  init(_ arguments: Arguments) throws(UsageError) {
    link = try arguments[Self.link]
  }

  func run(in context: inout KeywayContext) throws {
    let router = try context.settings.router
    if let link {
      return try print(ResolvedLink(Array(link.utf8).span, router: router), context)
    }
    var reader = try LineReader(FileInput.standardInput, limit: Self.longestLine)
    while let line = try reader.next() {
      try print(ResolvedLink(line.bytes.span, router: router), context)
    }
  }

  private func print(_ link: ResolvedLink, _ context: KeywayContext) throws {
    if link.isRejected { context.status = .denied }
    try context.print(link.members, orSay: link.sentence)
  }
}
