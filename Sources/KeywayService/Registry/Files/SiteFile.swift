package import KeywayCore
import KeywayStore

/// A site file, read but not yet compared with a store.
///
/// Its text is JSON and its outline a site file's; what else is wrong is kept and reported by the
/// import together with what the store has to say.
package struct SiteFile: Sendable {
  /// One object of one list.
  struct Entry: Sendable {
    let id: String
    let object: JSONObject
    /// Within the file, as `keys[3]`; empty for a single record.
    let path: String

    /// Whether the object stands for an id that is gone.
    var isRemoved: Bool { object["state"] == .string("removed") }
  }

  private(set) var entries: [RegistryList: [Entry]] = [:]
  private(set) var problems: [RegistryProblem] = []
  /// Objects without a usable id, whose other fields are checked all the same.
  private var nameless: [RegistryList: [Entry]] = [:]
  /// The text, for finding lines in it; nil for a part of another file.
  private let source: [UInt8]?

  /// Reads a whole file.
  ///
  /// - Throws: `invalid`, when the text is not strict JSON (the problem has line and column) or is
  ///   no object with `"keyway": 1`.
  package init(parsing bytes: [UInt8]) throws(RegistryError) {
    try self.init(Self.outline(of: bytes), source: bytes)
  }

  /// Takes a site file that stands in another file, such as `apply` of a recording.
  ///
  /// - Throws: `invalid`, when it lacks `"keyway": 1`.
  package init(_ object: JSONObject) throws(RegistryError) {
    try self.init(object, source: nil)
  }

  /// A single record, whose problems have no list in their paths.
  init(_ list: RegistryList, id: String, object: JSONObject) {
    source = nil
    entries[list] = [Entry(id: id, object: object, path: "")]
    if let message = Self.grammarProblem(of: id, in: list) {
      problems = [RegistryProblem(path: list.idMember, message: message)]
    }
  }

  /// - Parameter source: the text in which lines are counted.
  init(_ object: JSONObject, source: [UInt8]?) throws(RegistryError) {
    self.source = source
    guard object["keyway"]?.wholeNumber == 1 else {
      throw RegistryError(problems: [
        RegistryProblem(path: "keyway", message: #"a site file says "keyway": 1"#)
      ])
    }
    var reader = FieldReader(object, path: "")
    reader.expectOnly(["keyway"] + RegistryList.allCases.map(\.rawValue))
    problems = reader.problems
    for list in RegistryList.allCases { readList(list, of: object) }
  }

  /// The objects of a list, in the order of the file.
  func entries(in list: RegistryList) -> [Entry] { entries[list] ?? [] }

  /// The objects of a list that have no usable id, under one that stands for none.
  func namelessEntries(in list: RegistryList) -> [Entry] { nameless[list] ?? [] }

  /// Whether the file has nothing of any list.
  var isEmpty: Bool { entries.values.allSatisfy(\.isEmpty) }

  /// The problems with the lines on which they stand, first line first.
  func locating(_ problems: [RegistryProblem]) -> [RegistryProblem] {
    guard let source else { return problems }
    var lines = SiteFileLines(source)
    let located = problems.map { problem in
      RegistryProblem(
        path: problem.path, message: problem.message, line: lines.line(of: problem.path))
    }
    return located.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }.map(\.element)
  }

  /// Reads the text as far as any site file goes.
  static func outline(of bytes: [UInt8]) throws(RegistryError) -> JSONObject {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes.span)
    } catch {
      throw RegistryError(problems: [
        RegistryProblem(
          path: "column \(error.column)", message: error.message, line: error.line)
      ])
    }
    guard case .object(let object) = value else {
      throw RegistryError(problems: [
        RegistryProblem(path: "", message: "a site file is an object, not \(value.kind)", line: 1)
      ])
    }
    return object
  }

  private mutating func readList(_ list: RegistryList, of object: JSONObject) {
    guard let value = object[list.rawValue] else { return }
    guard case .array(let elements) = value else {
      problems.append(
        RegistryProblem(path: list.rawValue, message: "expected a list, not \(value.kind)"))
      return
    }
    var seen: [ActionType: Int] = [:]
    var entries: [Entry] = []
    entries.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      let path = "\(list.rawValue)[\(index)]"
      guard let entry = readEntry(element, in: list, path: path) else { continue }
      if let first = seen.updateValue(index, forKey: ActionType(trusted: entry.id)) {
        seen[ActionType(trusted: entry.id)] = first
        problems.append(
          RegistryProblem(
            path: "\(path).\(list.idMember)",
            message: "'\(entry.id)' stands twice, first as \(list.rawValue)[\(first)]"))
      } else {
        entries.append(entry)
      }
    }
    self.entries[list] = entries
  }

  private mutating func readEntry(
    _ element: JSONValue, in list: RegistryList, path: String
  ) -> Entry? {
    guard case .object(let object) = element else {
      problems.append(
        RegistryProblem(path: path, message: "expected an object, not \(element.kind)"))
      return nil
    }
    if case .string(let id)? = object[list.idMember], Self.grammarProblem(of: id, in: list) == nil {
      return Entry(id: id, object: object, path: path)
    }
    let message =
      switch object[list.idMember] {
      case .string(let id)?: Self.grammarProblem(of: id, in: list) ?? ""
      case nil: "is missing"
      case let value?: "expected a string, not \(value.kind)"
      }
    problems.append(RegistryProblem(path: "\(path).\(list.idMember)", message: message))
    nameless[list, default: []].append(Entry(id: "none", object: object, path: path))
    return nil
  }

  private static func grammarProblem(of id: String, in list: RegistryList) -> String? {
    if list == .actions {
      return ActionType(id) == nil
        ? "a type is 1 to 255 bytes of UTF-8 without control characters" : nil
    }
    return Identifier<Key>(id) == nil ? SiteFileValue.identifierGrammar : nil
  }
}
