package import KeywayCore

/// What a replay says of one line.
package struct ReplayedLine: Sendable {
  /// The output line's members.
  package let output: JSONObject
  /// Where the output is not what the line expects.
  package let differences: [Expectation.Difference]
}
