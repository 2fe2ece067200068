/// One thing that is wrong with a record that was read.
package struct RegistryProblem: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands: `keys[3].validUntil` in a site file, `validUntil` in a single record; empty
  /// for the whole.
  package let path: String
  /// What is wrong, in words.
  package let message: String
  /// The line of the file, counted from 1; nil when there is no file.
  package var line: Int?

  package init(path: String, message: String, line: Int? = nil) {
    self.path = path
    self.message = message
    self.line = line
  }

  /// `line 4: keys[3].validUntil: …`, as far as they are known.
  package var description: String {
    let place = [line.map { "line \($0)" } ?? "", path].filter { !$0.isEmpty }
    return (place + [message]).joined(separator: ": ")
  }
}
