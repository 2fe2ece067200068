/// Says which field of an item or an icon is wrong, and why.
package struct ShortcutFieldError: Error, Hashable, Sendable {
  /// The members and indices that lead to the field; empty for the object itself.
  package let path: [String]
  /// What is wrong, in words that follow the field's name.
  package let message: String

  package init(path: [String], message: String) {
    self.path = path
    self.message = message
  }
}
