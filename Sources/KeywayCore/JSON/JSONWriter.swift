/// Writes JSON straight into a buffer that is used again, for the paths that every tap takes.
///
/// The caller writes punctuation and names as raw text and is responsible for the order of the
/// members; what the writer adds is canonical in the sense of RFC 8785.
package struct JSONWriter: Sendable {
  /// What has been written since the last ``removeAll(keepingCapacity:)``.
  package private(set) var bytes: [UInt8]

  /// Room for `capacity` bytes is made at once.
  package init(capacity: Int = 1024) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Forgets what was written; the memory stays when `keepingCapacity`.
  package mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  /// What has been written, in an array of its own and no larger than it: one that shared the
  /// writer's memory would make the writer ask for as much again.
  package func copy() -> [UInt8] {
    unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Appends punctuation, names and literals as they are.
  package mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends bytes that are JSON already.
  package mutating func raw(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
  }

  /// Appends a string in quotation marks, escaped.
  package mutating func string(_ text: String) {
    CanonicalJSON.append(text, to: &bytes)
  }

  /// Appends a string in quotation marks, or `null`.
  package mutating func string(_ text: String?) {
    if let text { string(text) } else { raw("null") }
  }

  /// Appends an id, or another text known to have no character that JSON escapes, in quotation
  /// marks without looking at it.
  package mutating func id(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends an integer in decimal.
  package mutating func integer(_ value: Int64) {
    CanonicalJSON.append(value, to: &bytes)
  }

  /// Appends `true` or `false`.
  package mutating func bool(_ value: Bool) {
    raw(value ? "true" : "false")
  }

  /// Appends an instant in RFC 3339, UTC, with three decimals, in quotation marks.
  package mutating func timestamp(_ value: Timestamp) {
    bytes.append(UInt8(ascii: "\""))
    value.appendRFC3339(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends any value in its canonical form.
  package mutating func value(_ value: JSONValue) {
    CanonicalJSON.append(value, to: &bytes)
  }
}
