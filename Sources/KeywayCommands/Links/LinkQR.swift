import KeywayCore
import KeywayFormats
import KeywayService
import KeywayStore

/// `keyway link qr`
struct LinkQR: Command {
  private static let key = Positional.required(
    "key", .reference(to: Key.self), help: "The key.")
  private static let drawing = Option.optional(
    "as", .choice(of: CodeDrawing.Form.self), help: "What it is drawn as; terminal on a terminal.")
  private static let level = Option.defaulted(
    "level", .choice(of: QRCode.Level.self), to: .medium,
    help: "How much of it may be lost: about 7, 15, 25 or 30 %.")
  private static let quietZone = Option.defaulted(
    "quiet-zone", .integer(in: 0...32), to: QRCode.quietZone,
    help: "Light modules around it; readers need 4.")
  private static let scale = Option.optional(
    "scale", .integer(in: 1...32), help: "Pixels of a module's side; 8 when absent.")
  private static let host = Option.optional(
    "host", .text.named("HOST"), help: "One of link.hosts; the first when absent.")
  private static let output = Option.optional(
    "output", .path.named("FILE"), help: "The file to write, instead of standard output.")

  static let name = "qr"
  static let summary = "Draw the link to a key as a QR code."
  static let discussion = """
    The universal link when a host is set, else the one with the custom scheme, which a camera opens \
    only on a phone that has the app. A code is a name plate, not a key: whoever photographs it knows \
    the key's id, and opens nothing that Keyway would not open for them anyway. For paper out of doors \
    take level Q or H. On a terminal the code is drawn in black and white; with NO_COLOR, or into a \
    file, it is meant for a dark background. A file is replaced as a whole.
    """
  static let parameters = Parameters(key, drawing, level, quietZone, scale, host, output)
  static let examples = [
    Example("keyway link qr k1", "Look at it, and scan it from the screen."),
    Example("keyway link qr k1 --as svg --level Q --output k1.svg", "A file for printing."),
  ]

  private let key: Reference<Key>
  private let drawing: CodeDrawing.Form?
  private let level: QRCode.Level
  private let quietZone: Int
  private let scale: Int
  private let host: String?
  private let path: String?

  init(_ arguments: Arguments) throws(UsageError) {
    key = try arguments[Self.key]
    drawing = try arguments[Self.drawing]
    level = try arguments[Self.level]
    quietZone = try arguments[Self.quietZone]
    let scale = try arguments[Self.scale]
    host = try arguments[Self.host]
    let path = try arguments[Self.output]
    if scale != nil, drawing == nil || drawing == .terminal {
      throw arguments.error(.conflict, "--scale goes with --as png or svg")
    }
    self.scale = scale ?? CodeDrawing.usualScale
    self.path = path == FileInput.standardInput ? nil : path
  }

  func run(in context: inout KeywayContext) throws {
    let drawing = try drawing(for: context.output)
    let codes = try context.codes()
    let link = try link(context)
    let code = try codes.code(of: link, level: level)
    if quietZone < QRCode.quietZone {
      try context.note(
        "keyway: readers need \(QRCode.quietZone) light modules around the code; leave them around it"
      )
    }
    let inColour = path == nil && context.output.colour
    let bytes = try CodeDrawing(
      form: drawing, quietZone: quietZone, scale: scale, inColour: inColour
    ).bytes(of: code, by: codes)
    guard let path else { return try context.output.write(bytes) }
    try FileOutput.replace(path, with: bytes)
  }

  /// What to draw; an image is nothing for a terminal, and blocks are for nobody else unless asked
  /// for.
  private func drawing(for output: Output) throws(UsageError) -> CodeDrawing.Form {
    let isSeen = path == nil && output.isTerminal
    guard let drawing = drawing ?? (isSeen ? .terminal : nil) else {
      throw UsageError(
        .missing, at: Self.path, "missing --as png, svg or terminal: the output is no terminal")
    }
    guard drawing != .png || !isSeen else {
      throw UsageError(
        .conflict, at: Self.path, "a PNG is nothing for a terminal; give --output FILE")
    }
    return drawing
  }

  private static let path = ["keyway", "link", name]

  private func link(_ context: KeywayContext) throws -> String {
    let settings = try context.settings
    if let host, !settings.links.hosts.contains(host.lowercased()) {
      throw ServiceError(
        .invalid, "'\(host)' is not among the hosts of universal links (link.hosts)")
    }
    let id = try context.resolve(key)
    let record = try context.read { reader in try reader.keys([id])[0] }
    guard record?.key.state != .revoked else {
      throw ServiceError(.invalid, "the key '\(id)' is revoked; a code would lead nowhere")
    }
    let form: DeepLink.Form = settings.links.hosts.isEmpty ? .custom : .universal
    guard let link = settings.links.link(toKey: id, as: form, host: host?.lowercased()) else {
      throw ServiceError.noHost
    }
    _ = try settings.form(of: link, leadingTo: id.text)
    if form == .custom {
      try context.note(
        "keyway: \(ServiceError.noHost.message); the code has \(link), which opens only on phones "
          + "that have the app")
    }
    return link
  }
}
