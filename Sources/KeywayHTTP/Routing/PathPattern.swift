/// A path with places that differ from request to request, such as `/v1/devices/{id}/shortcuts`.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral
{
  /// One part between slashes.
  enum Segment: Hashable, Sendable {
    case literal(String)
    /// Stands for any text that is not empty and has no slash.
    case parameter(String)
    /// Stands for the rest of the path, slashes included; the last one of a pattern.
    case rest(String)
  }

  package let description: String
  let segments: [Segment]

  /// - Parameter text: begins with `/`; a parameter is a whole segment in braces, as `{id}`, and the
  ///   rest of a path is one as `{path...}`.
  package init(_ text: String) {
    description = text
    segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      guard $0.hasPrefix("{"), $0.hasSuffix("}") else { return .literal(String($0)) }
      let name = $0.dropFirst().dropLast()
      return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .parameter(String(name))
    }
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  /// The names of the parameters in their order.
  package var parameters: [String] {
    segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .parameter(let name), .rest(let name): name
      }
    }
  }
}
