import KeywayCore
import KeywayFormats
import KeywayService
import KeywayStore

/// `keyway device enrol`
struct DeviceEnrol: Command {
  private static let drawing = Option.optional(
    "as", .choice(of: CodeDrawing.Form.self),
    help: "What its QR code is drawn as; terminal on a terminal.")
  private static let output = Option.optional(
    "output", .path.named("FILE"), help: "The file to draw into.")

  static let name = "enrol"
  static let summary = "Print the one-time code by which a phone gets its token."
  static let discussion = """
    The code works once, for 15 minutes; after 5 wrong ones it is void, and a new one takes its \
    place. The phone that shows it is given a token of its own, which ends every earlier one of \
    the device. On a terminal it is also drawn as a QR code, for the app's own scanner: it names \
    the device and the code, and opens nothing. Who has seen it can be the phone until it is used; \
    a file that is drawn into is made for its owner only.
    """
  static let parameters = Parameters(
    Device.one, drawing, output, Common.because, Common.dryRun)
  static let examples = [
    Example("keyway device enrol phone-1", "On a terminal, beside the phone."),
    Example("keyway device enrol phone-1 --as svg --output code.svg", "A file to be shown."),
  ]

  private let device: Reference<Device>
  private let drawing: CodeDrawing.Form?
  private let path: String?
  private let isRehearsal: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    device = try arguments[Device.one]
    drawing = try arguments[Self.drawing]
    let path = try arguments[Self.output]
    isRehearsal = try arguments[Common.dryRun]
    self.path = path == FileInput.standardInput ? nil : path
    if let drawing, drawing != .terminal, self.path == nil {
      throw arguments.error(.missing, "missing --output FILE: --as \(drawing.rawValue) is a file")
    }
    if drawing == nil, self.path != nil {
      throw arguments.error(.missing, "missing --as png, svg or terminal")
    }
  }

  func run(in context: inout KeywayContext) throws {
    let drawing = drawing(for: context.output)
    // Whoever draws does all of it, before a code is made.
    let encoder = drawing == nil || isRehearsal ? nil : try context.codes()
    let device = try context.resolve(device)
    let enrolment = try context.tokens.enrol(device, by: context.actor, dryRun: isRehearsal)
    let link = try enrolment.code.map { code in
      try context.settings.links.link(toEnrol: device, code: code)
    }
    if let drawing, let encoder, let link { try draw(link, as: drawing, by: encoder, context) }
    try print(enrolment, link, context)
    try context.noteRehearsal(isRehearsal)
  }

  /// Nil where nothing is drawn: JSON stands alone.
  private func drawing(for output: Output) -> CodeDrawing.Form? {
    if path != nil { return drawing }
    guard output.format == .table else { return nil }
    return drawing ?? (output.isTerminal ? .terminal : nil)
  }

  private func draw(
    _ link: String, as form: CodeDrawing.Form, by encoder: any QREncoder, _ context: KeywayContext
  ) throws {
    let drawing = CodeDrawing(form: form, inColour: path == nil && context.output.colour)
    let bytes = try drawing.bytes(of: encoder.code(of: link, level: .medium), by: encoder)
    guard let path else { return try context.output.write(bytes) }
    try FileOutput.replace(path, with: bytes, isPrivate: true)
  }

  private func print(_ enrolment: Enrolment, _ link: String?, _ context: KeywayContext) throws {
    let end = enrolment.expiresAt.rfc3339
    var object: JSONObject = [
      "device": .string(enrolment.device.text), "validUntil": .string(end),
    ]
    object["code"] = enrolment.code.map { .string($0.text) }
    object["link"] = link.map(JSONValue.string)
    let code = enrolment.code.map { " \($0.text)" } ?? ""
    try context.print(object, orSay: "code\(code) for \(enrolment.device), once, until \(end)")
  }
}
