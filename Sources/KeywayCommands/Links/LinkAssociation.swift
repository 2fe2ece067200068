import KeywayService

/// `keyway link association`
struct LinkAssociation: Command {
  private static let platform = Option.required(
    "as", .choice(of: SiteAssociation.self), help: "Whose phones read the file.")
  private static let output = Option.optional(
    "output", .path.named("FILE"), help: "The file to write, instead of standard output.")

  static let name = "association"
  static let summary = "Print the site file that opens universal links in the app; always JSON."
  static let discussion = """
    Made of the settings link.hosts, and link.appleApps or link.androidApps. It is the same for every \
    host; each serves it itself, over https, without a redirect, as application/json:

      apple    /.well-known/apple-app-site-association
      android  /.well-known/assetlinks.json

    It sends links to the app and guards nothing: which links are good is decided by Keyway, for each \
    tap. Phones notice an edit late. Apple asks for the file about once a day, and phones look again \
    about once a week.
    """
  static let parameters = Parameters(platform, output)
  static let examples = [
    Example(
      "keyway link association --as apple --output apple-app-site-association",
      "The file for iPhones, replaced as a whole.")
  ]

  private let platform: SiteAssociation
  private let path: String?

  init(_ arguments: Arguments) throws(UsageError) {
    platform = try arguments[Self.platform]
    path = try arguments[Self.output]
  }

  func run(in context: inout KeywayContext) throws {
    let file = try platform.file(context.settings)
    guard let path, path != FileInput.standardInput else { return try context.output.line(file) }
    try FileOutput.replace(path, with: file + [0x0A])
  }
}
