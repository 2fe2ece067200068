/// What the command line asks for.
struct BenchmarkOptions {
  static let names = [
    "link", "decision", "clock", "taps-1024", "taps-1", "verify", "append-1024", "sets",
    "taps-sets", "tokens",
  ]

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// A tenth of the work, for a look.
  private(set) var isQuick = false
  /// Where the databases are; a temporary directory unless given.
  private(set) var directory = "/tmp"
  private(set) var rounds = 5
  /// How many phones are given sets.
  private(set) var devices = 100_000
  /// The lowest ratio that does not fail, or nil.
  private(set) var floor: Double?
  private var chosen: [String] = []

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--quick": isQuick = true
      case "--directory":
        directory = try Self.value(of: argument, arguments.next()) { $0 }
      case "--rounds":
        rounds = try Self.value(of: argument, arguments.next()) {
          Int($0).flatMap { $0 > 0 ? $0 : nil }
        }
      case "--devices":
        devices = try Self.value(of: argument, arguments.next()) {
          Int($0).flatMap { $0 > 0 ? $0 : nil }
        }
      case "--floor":
        floor = try Self.value(of: argument, arguments.next()) { Double($0) }
      case let name where Self.names.contains(name): chosen.append(name)
      default:
        throw Problem(
          description: "\(argument) is none of \(Self.names.joined(separator: ", ")), --quick, "
            + "--directory, --rounds, --devices, --floor")
      }
    }
  }

  private static func value<T>(
    of option: String, _ text: String?, _ parse: (String) -> T?
  ) throws(Problem) -> T {
    guard let text, let value = parse(text) else {
      throw Problem(description: "\(option) needs a value")
    }
    return value
  }

  func wants(_ name: String) -> Bool {
    chosen.isEmpty || chosen.contains(name)
  }
}
