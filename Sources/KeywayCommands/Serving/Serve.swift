import KeywayCore
import KeywayService

/// `keyway serve`
struct Serve: Command {
  private static let listen = Option.defaulted(
    "listen", .listeningPlace, to: ListeningPlace(address: "127.0.0.1", port: 8080),
    help: "Where: an address and a port; port 0 for any that is free.")
  private static let certificate = Option.optional(
    "tls-certificate", .path.named("FILE"), help: "PEM, with the chain; serves https.")
  private static let privateKey = Option.optional(
    "tls-key", .path.named("FILE"), help: "The certificate's private key, PEM.")
  private static let proxies = Option.repeated(
    "trusted-proxy", .text.named("NETWORK"),
    help: "An address or a network such as 10.0.0.0/8 whose X-Forwarded-For and -Proto count.")
  private static let allowsPlain = Flag.present(
    "allow-plain-http",
    help: "Listen beyond this machine without TLS and without a trusted proxy.")
  private static let quiet = Flag.present(
    "quiet", help: "No line for each request on standard error.")
  private static let printUnit = Flag.present(
    "print-unit", help: "Print a unit file for systemd, and serve nothing.")

  static let name = "serve"
  static let summary = "Serve phones, backends, operators and auditors over HTTP."
  static let discussion = """
    Goes on until SIGTERM or SIGINT; then what was accepted is finished, a checkpoint is taken, and \
    the status is 0. Nobody may ask for anything without a token: 'keyway token issue', 'keyway \
    device enrol'. What it answers stands at /openapi.json. It writes one line of JSON a request to \
    standard error, without tokens and links.
    """
  static let parameters = Parameters(
    listen, certificate, privateKey, proxies, allowsPlain, quiet, printUnit
  ).requiring(certificate, with: privateKey).requiring(privateKey, with: certificate)
  static let exitStatuses = [
    ExitMeaning(.done, "asked to stop, and everything accepted is done"),
    ExitMeaning(.unavailable, "the address is taken, or the certificate cannot be used"),
    ExitMeaning(.inputOutput, "the database failed; the next start puts things right"),
  ]
  static let examples = [
    Example("keyway serve", "For this machine, behind a proxy on it."),
    Example(
      "keyway serve --listen 0.0.0.0:8443 --tls-certificate fullchain.pem --tls-key key.pem",
      "For everybody, over https."),
    Example("keyway serve --print-unit > /etc/systemd/system/keyway.service", "As a service."),
  ]

  private let options: ServiceOptions
  private let certificate: String?
  private let privateKey: String?
  private let isUnit: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    var options = ServiceOptions()
    let place = try arguments[Self.listen]
    options.address = place.address
    options.port = place.port
    options.trustedProxies = try arguments[Self.proxies]
    options.logsRequests = try !arguments[Self.quiet]
    certificate = try arguments[Self.certificate]
    privateKey = try arguments[Self.privateKey]
    isUnit = try arguments[Self.printUnit]
    let isGuarded = certificate != nil || !options.trustedProxies.isEmpty
    let allowsPlain = try arguments[Self.allowsPlain]
    guard options.isLoopback || isGuarded || isUnit || allowsPlain else {
      throw arguments.error(
        .conflict,
        "\(options.address) is reached by others, who could read tokens on the way: give"
          + " --tls-certificate and --tls-key, or --trusted-proxy, or --allow-plain-http")
    }
    self.options = options
  }

  func run(in context: inout KeywayContext) throws {
    if isUnit { return try context.output.write(Array(UnitFile.text.utf8)) }
    guard let host = context.equipment.host else {
      guard context.equipment.isWhole else {
        throw WholeProgram.Needed(purpose: "HTTP is served by")
      }
      throw ServiceError(.unavailable, "this program does not serve")
    }
    var options = options
    options.certificate = try certificate.map { try FileInput.bytes(of: $0, limit: 1 << 20) }
    options.privateKey = try privateKey.map { try FileInput.bytes(of: $0, limit: 1 << 20) }
    try host.serve(try context.serviceOrder(options))
  }
}

/// An address and a port.
struct ListeningPlace: Hashable, Sendable {
  let address: String
  let port: UInt16

  init(address: String, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Reads an address, a colon and a port; an IPv6 address stands in brackets.
  init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = text[text.utf8.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
      return nil
    }
    let given = text[..<colon]
    let isBracketed = given.hasPrefix("[") && given.hasSuffix("]")
    let address = isBracketed ? given.dropFirst().dropLast() : given
    guard !address.isEmpty, isBracketed == address.contains(":") else { return nil }
    self.init(address: String(address), port: port)
  }

  var text: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}

extension ValueSyntax where Value == ListeningPlace {
  /// `127.0.0.1:8080`, `[::1]:8080`.
  static var listeningPlace: Self {
    Self("ADDRESS:PORT", print: { $0.text }) { (text) throws(ValueError) in
      guard let place = ListeningPlace(text) else {
        throw ValueError(
          "is not an address and a port, as in 127.0.0.1:8080, 0.0.0.0:443 or [::1]:8080")
      }
      return place
    }
  }
}
