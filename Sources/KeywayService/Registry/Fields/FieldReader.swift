import KeywayCore

/// Reads the members of one JSON object into a record and notes everything that is wrong, rather
/// than stopping at the first.
///
/// An absent member leaves what it would set as it is; `null` clears what can be cleared.
struct FieldReader {
  private let object: JSONObject
  private let path: String
  /// Whether the record is new, so that required members must be there.
  private let isNew: Bool
  /// In the order in which they were found.
  private(set) var problems: [RegistryProblem] = []

  /// - Parameter path: of the object within the file; empty for a single record.
  init(_ object: JSONObject, path: String, isNew: Bool = false) {
    self.object = object
    self.path = path
    self.isNew = isNew
  }

  /// Whether the member is there, null included.
  func has(_ name: String) -> Bool { object[name] != nil }

  /// Notes members that no record of this kind has.
  mutating func expectOnly(_ names: [String]) {
    for member in object.members where !names.contains(where: { $0 == member.key }) {
      let guess = Suggestion.nearest(to: member.key, among: names)
      report(member.key, guess.map { "unknown field; did you mean \($0)?" } ?? "unknown field")
    }
  }

  /// Notes the members that a new record lacks.
  mutating func require(_ names: String...) {
    guard isNew else { return }
    for name in names where !has(name) { report(name, "is missing") }
  }

  /// Sets a value that cannot be cleared.
  mutating func set<T>(
    _ target: inout T, _ name: String, _ read: (JSONValue) throws(SiteFileValueError) -> T
  ) {
    guard let value = object[name] else { return }
    take(&target, name, value, read)
  }

  /// Sets a value that `null` clears, or puts back to its default.
  mutating func set<T>(
    _ target: inout T, _ name: String, null cleared: T,
    _ read: (JSONValue) throws(SiteFileValueError) -> T
  ) {
    guard let value = object[name] else { return }
    if value == .null { target = cleared } else { take(&target, name, value, read) }
  }

  /// Notes that something is wrong with a member.
  mutating func report(_ name: String, _ message: String, below: String = "") {
    let place = path.isEmpty ? name : "\(path).\(name)"
    problems.append(RegistryProblem(path: place + below, message: message))
  }

  private mutating func take<T>(
    _ target: inout T, _ name: String, _ value: JSONValue,
    _ read: (JSONValue) throws(SiteFileValueError) -> T
  ) {
    do throws(SiteFileValueError) {
      target = try read(value)
    } catch {
      for problem in error.problems { report(name, problem.message, below: problem.path) }
    }
  }
}
