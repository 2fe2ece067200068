/// What an `edit` command is asked to do with a field that may be empty.
enum Change<Value> {
  /// The option was not given.
  case keep
  /// `--no-name`, an empty value, or `null` where that is not a text of its own.
  case clear
  case set(Value)
}

extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}
extension Change: Sendable where Value: Sendable {}

extension Change {
  /// The field's new content, given the stored one.
  func applied(to stored: Value?) -> Value? {
    switch self {
    case .keep: stored
    case .clear: nil
    case .set(let value): value
    }
  }
}
