/// Finds what answers a request by its method and its path.
///
/// Paths are compared byte for byte: nothing is decoded, joined or guessed, so that `//`, `/./`,
/// `%2e%2e` and a slash at the end lead nowhere.
package struct HTTPRouter<Endpoint: Sendable>: Sendable {
  /// What there is for a request.
  package enum Match: Sendable {
    /// - Parameter parameters: the texts of the pattern's parameters in their order, as sent.
    case found(Endpoint, parameters: [String])
    case noSuchPath
    /// The path has other methods.
    case otherMethods([String])
  }

  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    var parameter: [Node] = []
    /// What stands for all that follows.
    var rest: [(method: String, endpoint: Endpoint)] = []
    var endpoints: [(method: String, endpoint: Endpoint)] = []
  }

  private var root = Node()
  /// Paths without parameters, as most requests have them.
  private var exact: [String: [(method: String, endpoint: Endpoint)]] = [:]

  package init() {}

  /// Adds a route; the first one of a method and a path counts.
  package mutating func add(_ method: String, _ pattern: PathPattern, _ endpoint: Endpoint) {
    if pattern.parameters.isEmpty {
      exact[pattern.description, default: []].append((method, endpoint))
    } else {
      Self.add(method, pattern.segments[...], endpoint, to: &root)
    }
  }

  /// Looks for what answers; `HEAD` is answered by what answers `GET` (RFC 9110, section 9.3.2). A
  /// literal goes before a parameter.
  package func match(_ method: String, _ path: String) -> Match {
    if let endpoints = exact[path] { return Self.choose(method, endpoints, []) }
    guard path.utf8.first == UInt8(ascii: "/") else { return .noSuchPath }
    let segments = path.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).dropFirst().map { String(Substring($0)) }
    guard !segments.contains("") else { return .noSuchPath }
    var parameters: [String] = []
    guard let endpoints = Self.find(segments[...], in: root, &parameters) else {
      return .noSuchPath
    }
    return Self.choose(method, endpoints, parameters)
  }

  private static func choose(
    _ method: String, _ endpoints: [(method: String, endpoint: Endpoint)], _ parameters: [String]
  ) -> Match {
    let wanted = method == "HEAD" ? "GET" : method
    if let found = endpoints.first(where: { $0.method == wanted }) {
      return .found(found.endpoint, parameters: parameters)
    }
    var methods = endpoints.map(\.method)
    if methods.contains("GET") { methods.append("HEAD") }
    return .otherMethods(methods.sorted())
  }

  private static func add(
    _ method: String, _ segments: ArraySlice<PathPattern.Segment>, _ endpoint: Endpoint,
    to node: inout Node
  ) {
    guard let first = segments.first else {
      node.endpoints.append((method, endpoint))
      return
    }
    switch first {
    case .literal(let text):
      add(method, segments.dropFirst(), endpoint, to: &node.literals[text, default: Node()])
    case .parameter:
      if node.parameter.isEmpty { node.parameter.append(Node()) }
      add(method, segments.dropFirst(), endpoint, to: &node.parameter[0])
    case .rest: node.rest.append((method, endpoint))
    }
  }

  private static func find(
    _ segments: ArraySlice<String>, in node: Node, _ parameters: inout [String]
  ) -> [(method: String, endpoint: Endpoint)]? {
    guard let first = segments.first else {
      return node.endpoints.isEmpty ? nil : node.endpoints
    }
    if let next = node.literals[first],
      let found = find(segments.dropFirst(), in: next, &parameters)
    {
      return found
    }
    let count = parameters.count
    if let next = node.parameter.first {
      parameters.append(first)
      if let found = find(segments.dropFirst(), in: next, &parameters) { return found }
      parameters.removeLast(parameters.count - count)
    }
    guard !node.rest.isEmpty else { return nil }
    parameters.append(segments.joined(separator: "/"))
    return node.rest
  }
}
