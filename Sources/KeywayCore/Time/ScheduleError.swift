/// Why something is not a schedule.
package struct ScheduleError: Error, Hashable, Sendable {
  package enum Code: String, Sendable, CaseIterable {
    case noDays, unknownDay, repeatedDay, fromIsUntil, fromIsEndOfDay, badTime
    case notAList, notAnObject, missingField, unknownField, wrongType
  }
  package let code: Code
  /// Where in the schedule, as `[0].days[1]`; empty when it is the whole.
  package let path: String
  /// What is wrong, in words.
  package let message: String

  init(_ code: Code, _ message: String, at path: String = "") {
    self.code = code
    self.path = path
    self.message = message
  }

  func inside(_ prefix: String) -> Self {
    Self(code, message, at: prefix + path)
  }
}
