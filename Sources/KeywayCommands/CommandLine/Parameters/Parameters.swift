/// The parameters of a command in the order of its help, and the rules between them.
struct Parameters: Sendable {
  let all: [any AnyParameter]
  private(set) var rules: [ParameterRule] = []

  init(_ all: any AnyParameter...) { self.all = all }

  private init(all: [any AnyParameter], rules: [ParameterRule]) {
    self.all = all
    self.rules = rules
  }

  var declarations: [Declaration] { all.map(\.declaration) }
  var positionals: [Declaration] { declarations.filter { $0.kind == .positional } }
  var options: [Declaration] { declarations.filter { $0.kind != .positional } }

  /// One of them must be given, and no two.
  func exactlyOne(of members: any AnyParameter...) -> Self {
    adding(.exactlyOne(members.map(\.declaration)))
  }

  /// No two of them may be given.
  func atMostOne(of members: any AnyParameter...) -> Self {
    adding(.atMostOne(members.map(\.declaration)))
  }

  /// One or more of them must be given.
  func atLeastOne(of members: any AnyParameter...) -> Self {
    adding(.atLeastOne(members.map(\.declaration)))
  }

  /// The first may only be given together with the second.
  func requiring(_ dependent: any AnyParameter, with other: any AnyParameter) -> Self {
    adding(.dependent(dependent.declaration, on: other.declaration))
  }

  static func + (left: Self, right: Self) -> Self {
    Self(all: left.all + right.all, rules: left.rules + right.rules)
  }

  private func adding(_ rule: ParameterRule) -> Self { Self(all: all, rules: rules + [rule]) }
}
