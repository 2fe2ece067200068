package import KeywayCore

/// What looking at one thing came to.
package struct Finding: Hashable, Sendable {
  /// What was looked at; raw values are printed and stay.
  package enum Check: String, Sendable, CaseIterable {
    /// Who may read the database's files.
    case permissions
    /// Whether the database can be opened.
    case database
    /// Whether the engine finds its file sound.
    case integrity
    /// Whether the end of the log is as it was written.
    case log
    case settings
    /// Whether the rules of each door's time zone can be had.
    case zones
    /// How old the machine's tz database is.
    case tzdata
    /// Whether somebody still answers for the commands in flight.
    case commands
    /// What processes that were killed left beside the database.
    case owners
  }

  package enum Status: String, Sendable, CaseIterable {
    case ok
    /// Nothing fails yet.
    case warning
    /// Something fails, or cannot be relied on.
    case problem
  }

  package let check: Check
  /// The door, setting, file or command that is meant; nil for all of them.
  package let subject: String?
  package let status: Status
  /// What is so, and what to do about it, in words.
  package let message: String

  package init(_ check: Check, _ status: Status, of subject: String? = nil, _ message: String) {
    self.check = check
    self.subject = subject
    self.status = status
    self.message = message
  }

  /// The four members `check`, `subject`, `status` and `message`.
  package var json: JSONObject {
    [
      "check": .string(check.rawValue), "subject": JSONValue(subject),
      "status": .string(status.rawValue), "message": .string(message),
    ]
  }
}

extension [Finding] {
  /// The findings, or when there are none the one that says so.
  package func orOK(_ check: Finding.Check, _ message: String) -> [Finding] {
    isEmpty ? [Finding(check, .ok, message)] : self
  }
}

/// A number with the word for what is counted.
func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
