package import KeywayCore

/// An entry of the log as readers get it.
package struct AuditRecord: Sendable {
  package let sequence: Int64
  /// Exactly the bytes that were hashed.
  package let body: [UInt8]
  /// 64 lower-case hexadecimal digits.
  package let leaf: String
  /// The members of the body.
  package let members: JSONObject

  /// The members with `leaf` beside them.
  package var json: JSONObject {
    var members = members
    members["leaf"] = .string(leaf)
    return members
  }

  /// When what the entry says happened, or nil when it does not say.
  package var at: Timestamp? {
    members.text("at").flatMap { try? Timestamp(parsing: $0.utf8.span) }
  }
}
