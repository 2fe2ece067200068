/// Why bytes are not time zone rules that can be relied on.
///
/// Raw values are the words for people.
package enum TimeZoneRulesError: String, Error, Hashable, Sendable, CaseIterable {
  case notTZif = "the file does not begin with TZif"
  case version = "the version of the file is unknown"
  case truncated = "the file is shorter than its header says"
  case counts = "the counts in the header contradict each other"
  case order = "the transitions are not in order"
  case localTime = "a local time type is out of range"
  case leapSeconds = "the file counts leap seconds"
  case footer = "the footer is not a time zone string"

  /// What is wrong, in words.
  package var message: String { rawValue }
}
