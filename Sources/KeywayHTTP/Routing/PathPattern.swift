/// A path with places that differ from request to request, such as `/v1/devices/{id}/shortcuts`.
package struct PathPattern: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral
{
  /// One part between slashes.
  enum Segment: Hashable, Sendable {
    case literal(String)
    /// Stands for any text that is not empty and has no slash.
    case parameter(String)
  }

  package let description: String
  let segments: [Segment]

  /// - Parameter text: begins with `/`; a parameter is a whole segment in braces.
  package init(_ text: String) {
    description = text
    segments = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      $0.hasPrefix("{") && $0.hasSuffix("}")
        ? .parameter(String($0.dropFirst().dropLast())) : .literal(String($0))
    }
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  /// The names of the parameters in their order.
  package var parameters: [String] {
    segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
}
