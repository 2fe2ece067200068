import KeywayCore
import KeywayService
import KeywayStore

/// `keyway token list`
struct TokenList: Command {
  private static let role = Option.optional(
    "role", .choice(of: TokenRole.self), help: "Only those of the role.")
  private static let device = Option.optional(
    "device", .reference(to: Device.self).named("D"), help: "Only those of the phone.")
  private static let state = Option.optional(
    "state", .choice(of: Token.State.self), help: "Only those in the state.")

  static let name = "list"
  static let summary = "List tokens, first issued first, without anything that lets anybody in."
  static let discussion = """
    When a token was used last is noted once a minute. The tokens of a phone that was removed are \
    gone.
    """
  static let parameters = Parameters(role, device, state)
  static let examples = [
    Example("keyway token list --state active", "Who may ask the service for something.")
  ]

  private let role: TokenRole?
  private let device: Reference<Device>?
  private let state: Token.State?

  init(_ arguments: Arguments) throws(UsageError) {
    role = try arguments[Self.role]
    device = try arguments[Self.device]
    state = try arguments[Self.state]
  }

  func run(in context: inout KeywayContext) throws {
    let device = try device.map { try context.resolve($0) }
    let now = try context.environment.now()
    let context = context
    var table = TableStream(TokenFields.columns.map { Table.Column($0) }, to: context.output)
    try context.tokens.list { record in
      let token = record.token
      guard role.map({ $0 == token.role }) ?? true, device.map({ $0 == token.device }) ?? true,
        state.map({ $0 == token.state(at: now) }) ?? true
      else { return }
      let fields = TokenFields(token, at: now)
      switch context.output.format {
      case .json: try context.print(fields.object)
      case .table: try table.add(fields.cells)
      }
    }
    try table.finish()
  }
}
