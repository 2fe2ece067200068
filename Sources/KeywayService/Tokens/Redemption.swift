package import KeywayCore

/// A code for a phone, which nobody can ask for again.
package struct Enrolment: Hashable, Sendable {
  package let device: Device.ID
  /// To be shown once; nil where the code was not really made.
  package let code: EnrolmentCode?
  /// The first instant at which it no longer works.
  package let expiresAt: Timestamp
}

/// What a phone is answered that shows a code.
package enum Redemption: Hashable, Sendable {
  /// The phone's own token, with its secret. Every earlier one has ended.
  case token(IssuedToken)
  /// It is given nothing, and does not learn why: the device is not known, no code waits for it, or
  /// not this one.
  case refused
}
