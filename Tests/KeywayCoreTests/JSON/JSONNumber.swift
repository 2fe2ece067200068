import KeywayCore
import Testing

/// The text of a number and the value that it is.
struct JSONNumber: Sendable, CustomTestStringConvertible {
  let text: String
  let value: JSONValue

  var testDescription: String { text }

  static let all: [Self] = [
    Self(text: "0", value: .integer(0)),
    Self(text: "-0", value: .integer(0)),
    Self(text: "9007199254740991", value: .integer(9_007_199_254_740_991)),
    Self(text: "-9007199254740991", value: .integer(-9_007_199_254_740_991)),
    Self(text: "1.0", value: .real(1)),
    Self(text: "-0.0", value: .real(0)),
    Self(text: "1E2", value: .real(100)),
    Self(text: "1e-2", value: .real(0.01)),
    Self(text: "0.10", value: .real(0.1)),
    Self(text: "1e-400", value: .real(0)),
    Self(text: "1.7976931348623157e308", value: .real(.greatestFiniteMagnitude)),
    Self(text: "4.9e-324", value: .real(.leastNonzeroMagnitude)),
    Self(text: "9007199254740993.0", value: .real(9_007_199_254_740_992)),
  ]
}
