/// Why a link was refused: the first check that it failed, in the order of the checks.
///
/// Raw values are stored in the audit log as the detail of `malformed_link` and never change.
package enum LinkRejection: String, Error, Hashable, Sendable, CaseIterable {
  case emptyInput = "empty_input"
  case tooLong = "too_long"
  case controlCharacter = "control_char"
  case whitespace
  case nonASCII = "non_ascii"
  case backslash
  case illegalCharacter = "illegal_char"
  case badScheme = "bad_scheme"
  case schemeNotAllowed = "scheme_not_allowed"
  case noAuthority = "no_authority"
  case unknownForm = "unknown_form"
  case percentEncoded = "percent_encoded"
  case userinfo
  case hostMismatch = "host_mismatch"
  case port
  case emptyHost = "empty_host"
  case unknownCommand = "unknown_command"
  case missingID = "missing_id"
  case dotSegment = "dot_segment"
  case emptySegment = "empty_segment"
  case emptyID = "empty_id"
  case trailingSlash = "trailing_slash"
  case extraSegment = "extra_segment"
  case idTooLong = "id_too_long"
  case badIDCharacter = "bad_id_char"
  case unexpectedQuery = "unexpected_query"
  case duplicateParameter = "duplicate_param"
  case unexpectedFragment = "unexpected_fragment"
}
